"""Files that give no document are remembered, so that the next run need not read them to find that out again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grooveseek import __version__
from grooveseek.index.records import FileState, Refusal
from grooveseek.indexing.options import IndexOptions
from grooveseek.kb.walk import Found


@dataclass(slots=True)
class Refusals:
    """Those of earlier runs, and those that hold as far as this run has come."""

    options: IndexOptions
    earlier: Mapping[str, Refusal] = field(default_factory=dict)
    present: dict[str, Refusal] = field(default_factory=dict)
    _rules: dict[str, str] = field(default_factory=dict)

    def reason(self, found: Found) -> str | None:
        """Why the file as it is gives no document, empty where it has no content; None where that is not known.

        What was asked for and known goes on being remembered.
        """
        earlier = self.earlier.get(found.path)
        if earlier is None or earlier != self._refusal(found.path, found, earlier.reason):
            return None
        self.present[found.path] = earlier
        return earlier.reason

    def note(self, path: str, state: FileState, reason: str) -> None:
        self.present[path] = self._refusal(path, state, reason.encode("utf-8", "backslashreplace").decode())

    def _refusal(self, path: str, state: Found | FileState, reason: str) -> Refusal:
        return Refusal(state.size, state.mtime_ns, state.inode, self._rule(path), reason)

    def _rule(self, path: str) -> str:
        extension = path.rpartition(".")[2].lower()
        if extension not in self._rules:
            self._rules[extension] = _rule_of(self.options, extension)
        return self._rules[extension]


def _rule_of(options: IndexOptions, extension: str) -> str:
    """Differs where another release, another grammar or another setting may let a file of the format in."""
    parsers = options.parsers
    # Where grammars lie says nothing; which one is found there is part of the generation.
    settings = replace(parsers.options, grammar_place=None)
    parts = (__version__, parsers.generations().get(extension), settings)
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
