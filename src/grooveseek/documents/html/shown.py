"""What a page shows, and on which lines of its file each part of that stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

Mark = tuple[int, int, int]
"""From this offset of a text on, its first and last line in the file, 1-based and inclusive."""


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    first: int
    last: int


@dataclass
class Shown:
    """Text that is being read."""

    _parts: list[_Part] = field(default_factory=list)

    def put(self, text: str, first: int, last: int) -> None:
        self._parts.append(_Part(text, first, last))

    def put_folded(self, data: str, line: int) -> None:
        """Text that begins at `line`: white space reads as one space, ends of lines included."""
        before = " " if data[:1].isspace() else ""
        for number, raw in enumerate(data.split("\n"), start=line):
            if words := " ".join(raw.split()):
                self.put(before + words, number, number)
                before = " "
        if data[-1:].isspace():
            last = line + data.count("\n")
            self.put(" ", last, last)

    def put_preformatted(self, data: str, line: int) -> None:
        """Text that begins at `line` and means its line ends."""
        for place, raw in enumerate(data.split("\n")):
            if place:
                self.put("\n", line + place - 1, line + place - 1)
            self.put(raw, line + place, line + place)

    def on_one_line(self) -> str:
        return " ".join("".join(part.text for part in self._parts).split())

    def as_text(self) -> tuple[str, list[Mark]]:
        """Lines without edges, at most one blank one between two; a mark wherever the lines in the file change."""
        lines, origins, start = list[str](), list[int](), 0
        for line in "".join(part.text for part in self._parts).splitlines(keepends=True):
            kept = line.rstrip() if line.startswith("  ") else line.strip()
            if kept or (lines and lines[-1]):
                lines.append(kept)
                origins.append(start + (0 if line.startswith("  ") else len(line) - len(line.lstrip())))
            start += len(line)
        return "\n".join(lines).rstrip("\n"), list(_changes(self._marks(lines, origins)))

    def _marks(self, lines: Sequence[str], origins: Sequence[int]) -> Iterator[Mark]:
        """Of all parts that `lines` are made of; `origins`: where each began before what is not kept was left out."""
        ends = list(accumulate(len(part.text) for part in self._parts))
        place, offset = 0, 0
        for line, origin in zip(lines, origins, strict=True):
            at, end = origin, origin + len(line)
            while at < end:
                while ends[place] <= at:
                    place += 1
                yield offset + at - origin, self._parts[place].first, self._parts[place].last
                at = ends[place]
            offset += len(line) + 1


def _changes(marks: Iterator[Mark]) -> Iterator[Mark]:
    lines = None
    for mark in marks:
        if mark[1:] != lines:
            yield mark
        lines = mark[1:]
