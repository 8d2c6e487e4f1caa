"""Files that give no document are remembered, so that the next run need not read them to find that out again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from grooveseek import __version__
from grooveseek.index.records import Refusal
from grooveseek.indexing.options import IndexOptions
from grooveseek.kb.walk import Found

Standing = Literal["lasting", "passing", "short"]
"""How a refusal stands.

`lasting`: it will be so until the file or a rule changes. `passing`: it may be otherwise the next time. `short`: time
or memory was short, the first time perhaps because others used it, the second time because of the file.
"""

_PASSING = ""
_ONCE = "once "
"""What no rule in force equals: of a passing refusal, and before the rule of a file for which time was short once."""


@dataclass(slots=True)
class Refusals:
    """Those of earlier runs, and those that hold as far as this run has come."""

    options: IndexOptions
    earlier: Mapping[str, Refusal]
    present: dict[str, Refusal] = field(default_factory=dict)
    _rules: dict[str, str] = field(default_factory=dict)

    def reason(self, found: Found) -> str | None:
        """Why the file as it is gives no document, empty where it has no content; None where that must be seen.

        What was asked for and known goes on being remembered.
        """
        earlier = self.earlier.get(found.path)
        if self.options.force or earlier is None:
            return None
        if earlier != self._refusal(found, earlier.reason, self._rule(found.path)):
            return None
        self.present[found.path] = earlier
        return earlier.reason

    def note(self, found: Found, reason: str, standing: Standing) -> str:
        """Remember it. Gives the reason as it is to be told."""
        rule = _PASSING if standing == "passing" else self._rule(found.path)
        if standing == "short" and not self._was_short(found, rule):
            rule = _ONCE + rule
        elif standing == "short":
            reason = f"{reason}, for the second time; it is tried again when it changes, or with --force"
        self.present[found.path] = self._refusal(found, reason.encode("utf-8", "backslashreplace").decode(), rule)
        return reason

    def _was_short(self, found: Found, rule: str) -> bool:
        earlier = self.earlier.get(found.path)
        if earlier is None:
            return False
        return earlier in (self._refusal(found, earlier.reason, before) for before in (rule, _ONCE + rule))

    def keep(self, path: str) -> None:
        """Nothing new of this file: what was remembered of it, if anything, holds."""
        if path in self.earlier:
            self.present[path] = self.earlier[path]

    def after(self, seen: Iterable[Found], is_gone: Callable[[str], bool]) -> Mapping[str, Refusal]:
        """What to remember when the files `seen` have been gone through. `is_gone` is asked of other paths."""
        paths = {found.path for found in seen}
        others = {path: each for path, each in self.earlier.items() if path not in paths and not is_gone(path)}
        return {**others, **self.present}

    def _refusal(self, found: Found, reason: str, rule: str) -> Refusal:
        return Refusal(found.size, found.mtime_ns, found.inode, rule, reason)

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
