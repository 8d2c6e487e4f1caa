"""What of a knowledge base is not indexed: three layers, one predicate for walk, watcher and validation alike."""

from __future__ import annotations

from collections.abc import Iterable

from grooveseek.errors import RefusedFileError
from grooveseek.kb.ignore import IGNORE_NAME, MAX_BYTES, NO_RULES, IgnoreRules, parse_ignore_file
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.names import folders_above
from grooveseek.kb.read import MissingFileError, TooLargeError, read_file

ALWAYS_EXCLUDED = (".git", ".svn", "node_modules")
"""Folders that no setting brings back."""


class Exclusions:
    """Paths are relative to the knowledge base, `/`-separated. The root itself is never excluded."""

    def __init__(
        self, exclude_dirs: Iterable[str] = (), rules: IgnoreRules = NO_RULES, warnings: Iterable[str] = ()
    ) -> None:
        self._names = frozenset(map(_folded, (*ALWAYS_EXCLUDED, *exclude_dirs)))
        self._rules = rules
        self.warnings = (*warnings, *rules.warnings)

    @property
    def pattern_count(self) -> int:
        return self._rules.pattern_count

    def excludes_file(self, path: str) -> bool:
        """Whether the file, or a folder it lies in, is excluded."""
        return self._excludes_ancestor(path) or self.excludes_entry(path, directory=False)

    def excludes_directory(self, path: str) -> bool:
        """Whether the folder, or one it lies in, is excluded."""
        return path != "" and (self._excludes_ancestor(path) or self.excludes_entry(path, directory=True))

    def excludes_entry(self, path: str, *, directory: bool) -> bool:
        """The same for a path whose ancestors are known not to be excluded."""
        if directory and _folded(path.rpartition("/")[2]) in self._names:
            return True
        return self._rules.verdict(path, directory=directory) is True

    def _excludes_ancestor(self, path: str) -> bool:
        return any(self.excludes_entry(folder, directory=True) for folder in folders_above(path))


def load_exclusions(kb: KnowledgeBase) -> Exclusions:
    """The exclusions in force now. A `.grooveignore` that cannot be used becomes a warning, a missing one nothing."""
    try:
        data = read_file(kb.root, IGNORE_NAME, MAX_BYTES).data
    except MissingFileError:
        return Exclusions(kb.exclude_dirs)
    except TooLargeError as refusal:
        return Exclusions(kb.exclude_dirs, warnings=[_not_applied(f"it is over {MAX_BYTES} bytes ({refusal.size})")])
    except RefusedFileError as refusal:
        return Exclusions(kb.exclude_dirs, warnings=[_not_applied(f"it {refusal.reason}")])
    except OSError as error:
        return Exclusions(kb.exclude_dirs, warnings=[_not_applied(f"it cannot be read: {error.strerror or error}")])
    return Exclusions(kb.exclude_dirs, parse_ignore_file(data))


def _not_applied(reason: str) -> str:
    return f"{IGNORE_NAME} is not applied: {reason}"


def _folded(name: str) -> str:
    return name.lower().replace("ς", "σ")
