"""Cut a source file into pieces: whole definitions where they fit, lines of the others, and what lies between."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from grooveseek.documents.code.definitions import Definition
from grooveseek.documents.spans import trimmed

_FRAGMENT = 30


@dataclass(frozen=True, slots=True)
class Piece:
    """`source[start:end]` in bytes, with the definition it is or belongs to."""

    start: int
    end: int
    definition: Definition | None = None
    level: int | None = None
    droppable: bool = False
    """True for what lies around definitions: not worth a chunk where it is a mere fragment."""


class Source:
    """The text of a file, measured."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._line_starts = [0]
        at = data.find(b"\n")
        while at >= 0:
            self._line_starts.append(at + 1)
            at = data.find(b"\n", at + 1)

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def weight(self, start: int, end: int) -> int:
        """How many characters are no white space."""
        return len("".join(self.text(start, end).split()))

    def line_of(self, at: int) -> int:
        """1-based."""
        return bisect_right(self._line_starts, at)

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """The range without blank lines before and white space behind it; indentation of its first line stays."""
        text = self.text(start, end)
        first, last = trimmed(text, (0, len(text)))
        return start + len(text[:first].encode()), start + len(text[:last].encode())

    def lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The lines of a range with their ends; the first and the last may be parts of lines."""
        first = self.line_of(start)
        while start < end:
            stop = min(end, self._line_starts[first] if first < len(self._line_starts) else end)
            yield start, stop
            start, first = stop, first + 1


def pieces(source: Source, definitions: list[Definition], budget: int) -> list[Piece]:
    """The pieces of a file in order of position. `definitions` come outer before inner; `budget` as `Source.weight`."""
    cut = list(_Emission(source, definitions, budget).within(0, len(source.data), None, 0))
    kept = [each for each in cut if not (each.droppable and _length(source, each) < _FRAGMENT)]
    return kept or cut


def by_lines(source: Source, budget: int) -> list[Piece]:
    """The whole file, nothing dropped, without regard to definitions."""
    return [Piece(start, end) for start, end in split_lines(source, 0, len(source.data), budget)]


def split_lines(source: Source, start: int, end: int, budget: int) -> list[tuple[int, int]]:
    """Ranges of whole lines within the budget; a longer line stays whole; blank ranges are left out."""
    ranges: list[tuple[int, int]] = []
    opened, held = start, 0
    for line_start, line_end in source.lines(start, end):
        weight = source.weight(line_start, line_end)
        if held and held + weight > budget:
            ranges.append((opened, line_start))
            opened, held = line_start, 0
        held += weight
    if held:
        ranges.append((opened, end))
    return ranges


class _Emission:
    def __init__(self, source: Source, definitions: list[Definition], budget: int) -> None:
        self._source = source
        self._definitions = definitions
        self._budget = budget
        self._next = 0

    def within(self, start: int, end: int, owner: Definition | None, level: int) -> Iterator[Piece]:
        """The pieces of a range whose own definition, if any, is `owner`; takes the definitions that begin in it."""
        while self._next < len(self._definitions) and self._definitions[self._next].start < end:
            definition = self._definitions[self._next]
            self._next += 1
            yield from self._between(start, definition.start, owner, level)
            yield from self._definition(definition, level + 1)
            start = definition.end
        yield from self._between(start, end, owner, level)

    def _definition(self, definition: Definition, level: int) -> Iterator[Piece]:
        start, end = definition.start, definition.end
        nested = self._next < len(self._definitions) and self._definitions[self._next].start < end
        if self._source.weight(start, end) <= self._budget:
            while self._next < len(self._definitions) and self._definitions[self._next].start < end:
                self._next += 1
            yield Piece(start, end, definition, level + 1)
        elif nested:
            yield from self.within(start, end, definition, level)
        else:
            for part in _join_fragments(self._source, split_lines(self._source, start, end, self._budget)):
                yield Piece(*part, definition, level + 1)

    def _between(self, start: int, end: int, owner: Definition | None, level: int) -> Iterator[Piece]:
        for part in split_lines(self._source, start, end, self._budget):
            yield Piece(*part, owner, level + 1 if owner else None, droppable=True)


def _join_fragments(source: Source, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A range too short to stand alone joins the one after it, the last one the one before it."""
    joined: list[tuple[int, int]] = []
    opened: int | None = None
    for start, end in ranges:
        opened = start if opened is None else opened
        if len(source.text(opened, end).strip()) >= _FRAGMENT:
            joined.append((opened, end))
            opened = None
    if opened is not None:
        end = ranges[-1][1]
        if joined:
            opened = joined.pop()[0]
        joined.append((opened, end))
    return joined


def _length(source: Source, piece: Piece) -> int:
    return len(source.text(piece.start, piece.end).strip())
