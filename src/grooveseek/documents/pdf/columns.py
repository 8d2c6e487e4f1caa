"""Two columns of prose that a file draws line by line across the page, put back into reading order.

Most files draw one column after the other, and their order is left alone. So are tables, whose cells are short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Area = tuple[float, float, float, float]
"""Left, bottom, right, top in points; the page's origin is at its lower left."""

_LEAST_LINES = 6
"""Of a column."""
_MOST_CROSSING = 0.2
"""Share of lines that reach over both columns: titles, captions."""
_FULL_LINE = 0.6
"""Share of its half of the page that the median line of prose takes up."""
_MOST_GAP = 1.2
"""Between two words of a line, in heights of the line."""
_LEAST_SWITCHES = 0.5
"""Changes of side for each line of the shorter column; drawn line by line, it is nearly two."""


@dataclass(frozen=True, slots=True)
class _Line:
    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left


def reading_order(areas: Sequence[Area], text_of: Callable[[Area], str]) -> str | None:
    """The text of a page column by column, or None where its order is to be left alone.

    `areas` are those of its pieces of text, in the order they are drawn; `text_of` gives the text of an area.
    """
    if wide_gaps(areas) < _LEAST_LINES:
        return None
    lines = _lines(areas)
    page = _around(lines)
    gutter = _gutter(lines, page)
    if gutter is None or not _is_drawn_across(lines, gutter) or not _is_prose(lines, gutter, page):
        return None
    crossing = sorted((line for line in lines if line.left < gutter < line.right), key=lambda line: -line.top)
    pieces: list[str] = []
    ceiling = page.top + 1
    for line in (*crossing, None):
        floor = line.top if line else page.bottom - 1
        if floor < ceiling:
            pieces.append(text_of((page.left - 1, floor, gutter, ceiling)))
            pieces.append(text_of((gutter, floor, page.right + 1, ceiling)))
        if line:
            pieces.append(text_of((page.left - 1, line.bottom, page.right + 1, min(line.top, ceiling))))
            ceiling = min(ceiling, line.bottom)
    return "\n".join(filter(None, (piece.strip() for piece in pieces)))


def wide_gaps(areas: Sequence[Area]) -> int:
    """How often a piece follows far to the right of the one before it, on the same line."""
    return sum(_on_one_line(last, piece) and piece[0] - last[2] > _gap(last, piece) for last, piece in pairwise(areas))


def _lines(areas: Sequence[Area]) -> list[_Line]:
    """Pieces that follow each other on one line with no more than a word space between them are one."""
    lines: list[list[Area]] = []
    for area in areas:
        last = lines[-1][-1] if lines else None
        if last and _on_one_line(last, area) and abs(area[0] - last[2]) <= _gap(last, area):
            lines[-1].append(area)
        else:
            lines.append([area])
    return [_around([_Line(*piece) for piece in pieces]) for pieces in lines]


def _on_one_line(last: Area, piece: Area) -> bool:
    return piece[1] < last[3] and last[1] < piece[3]


def _gap(last: Area, piece: Area) -> float:
    """The widest space between two words; a comma is low, but its neighbour is as high as the line."""
    return _MOST_GAP * max(last[3] - last[1], piece[3] - piece[1])


def _around(lines: Sequence[_Line]) -> _Line:
    return _Line(
        min(line.left for line in lines),
        min(line.bottom for line in lines),
        max(line.right for line in lines),
        max(line.top for line in lines),
    )


def _gutter(lines: Sequence[_Line], page: _Line) -> float | None:
    """The middle of the widest gap around the middle of the page that next to no line crosses."""
    edges = sorted({edge for line in lines for edge in (line.left, line.right)})
    best: tuple[float, float] | None = None
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        if not page.left + 0.3 * page.width < middle < page.right - 0.3 * page.width:
            continue
        crossing = sum(line.left < middle < line.right for line in lines)
        if crossing <= _MOST_CROSSING * len(lines) and (best is None or right - left > best[0]):
            best = (right - left, middle)
    return best[1] if best else None


def _is_drawn_across(lines: Sequence[_Line], gutter: float) -> bool:
    sides = [line.left > gutter for line in lines if not line.left < gutter < line.right]
    shorter = min(sides.count(True), sides.count(False))
    switches = sum(before != after for before, after in pairwise(sides))
    return shorter >= _LEAST_LINES and switches >= _LEAST_SWITCHES * shorter


def _is_prose(lines: Sequence[_Line], gutter: float, page: _Line) -> bool:
    left = _middle([line.width for line in lines if line.right <= gutter])
    right = _middle([line.width for line in lines if line.left >= gutter])
    return left >= _FULL_LINE * (gutter - page.left) and right >= _FULL_LINE * (page.right - gutter)


def _middle(values: list[float]) -> float:
    """The upper median. The module for it would add ten milliseconds to the start of the reader process."""
    return sorted(values)[len(values) // 2]
