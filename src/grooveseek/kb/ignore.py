"""`.grooveignore`: patterns as git knows them, in one file in the root, without regard to case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grooveseek.kb.ignore_pattern import MalformedPatternError, Pattern, parse_pattern
from grooveseek.text.counted import counted

IGNORE_NAME = ".grooveignore"
MAX_BYTES = 64 * 1024
MAX_PATTERNS = 1000


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """What the file says, line by line; the last line that matches a path decides."""

    pattern_count: int
    warnings: tuple[str, ...]
    _files: _Rules
    _directories: _Rules

    def verdict(self, path: str, *, directory: bool) -> bool | None:
        """Whether the rules exclude (True) or re-include (False) `path` itself; None where none matches.

        What holds for the folders above it is not asked.
        """
        return (self._directories if directory else self._files).verdict(path)


class _Rules:
    """Patterns of which the last that matches wins: tried last first, as alternatives of one expression."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._negated = [pattern.negated for pattern in reversed(patterns)]
        alternatives = "|".join(f"({pattern.regex})" for pattern in reversed(patterns))
        self._regex = re.compile(alternatives, re.IGNORECASE | re.DOTALL) if patterns else None

    def verdict(self, path: str) -> bool | None:
        match = self._regex.fullmatch(path) if self._regex else None
        return None if match is None or match.lastindex is None else not self._negated[match.lastindex - 1]


def parse_ignore_file(data: bytes) -> IgnoreRules:
    """The rules of a file's bytes; what cannot be used is left out with a warning."""
    patterns: list[Pattern] = []
    warnings: list[str] = []
    dropped = 0
    for number, line in _pattern_lines(data.decode("utf-8-sig", "replace")):
        if len(patterns) == MAX_PATTERNS:
            dropped += 1
            continue
        try:
            patterns.append(parse_pattern(line))
        except MalformedPatternError as fault:
            warnings.append(f"{IGNORE_NAME} line {number}: pattern {line!r} is ignored: {fault}")
    if dropped:
        more = counted(dropped, "more is", "more are")
        warnings.append(f"{IGNORE_NAME}: only the first {MAX_PATTERNS} patterns apply, {more} dropped")
    files = [pattern for pattern in patterns if not pattern.directories_only]
    return IgnoreRules(len(patterns), tuple(warnings), _Rules(files), _Rules(patterns))


def _pattern_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        pattern = _without_trailing_spaces(line.removesuffix("\r"))
        if pattern and not pattern.startswith("#"):
            yield number, pattern


def _without_trailing_spaces(line: str) -> str:
    """A space behind a backslash is part of the pattern."""
    stripped = line.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if backslashes % 2 and stripped != line else stripped


NO_RULES = parse_ignore_file(b"")
