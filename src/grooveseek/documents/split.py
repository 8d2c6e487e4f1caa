"""Splitting text that is too long for one chunk, at the strongest border that bounds it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grooveseek.documents.bounds import CHARACTERS_PER_TOKEN, size
from grooveseek.documents.spans import Span
from grooveseek.text.borders import grapheme_borders, sentence_borders

_INDENTED = re.compile(r"([ \t]*)([])}*]|</|end\b|else\b)?")
_LEADS_ON = re.compile(r"[ \t]*(?:/\*|//|#|\*)|.*[\[({:][ \t]*\Z")
_TORN = 100


def split(text: str, span: Span, budget: int, borders: Sequence[Sequence[int]] = ()) -> list[Span]:
    """Consecutive spans that cover `span`, each of at most `budget` in `bounds.size`.

    `borders` are ascending offsets, the strongest list first; beneath them come blank lines, line ends, sentence ends,
    white space, and last the borders between grapheme clusters. Neighbours that fit together stay together, and the
    spans of one level are about equally long. Time is linear in the length of the text.
    """
    return _packed(list(_atoms(text, span, budget, borders)), budget)


@dataclass(frozen=True, slots=True)
class _Atom:
    """A part that is not split further."""

    span: Span
    size: int


def _atoms(text: str, span: Span, budget: int, borders: Sequence[Sequence[int]]) -> Iterator[_Atom]:
    whole = size(text[slice(*span)])
    if whole <= budget:
        yield _Atom(span, whole)
        return
    for rank, offsets in enumerate(borders):
        inner = offsets[bisect_right(offsets, span[0]) : bisect_left(offsets, span[1])]
        if inner:
            for part in pairwise((span[0], *inner, span[1])):
                yield from _atoms(text, part, budget, borders[rank + 1 :])
            return
    for part in _cut(text, span, budget):
        yield _Atom(part, size(text[slice(*part)]))


def _packed(atoms: list[_Atom], budget: int) -> list[Span]:
    """Join neighbours into spans of about equal length within the budget."""
    spans: list[Span] = []
    left = sum(atom.size for atom in atoms)
    position = 0
    while position < len(atoms):
        aim = left / -(-left // budget) if left else 0
        start, taken = atoms[position].span[0], 0
        while position < len(atoms) and (not taken or _goes_along(taken, atoms[position].size, aim, budget)):
            taken += atoms[position].size
            position += 1
        left -= taken
        spans.append((start, atoms[position - 1].span[1]))
    return spans


def _goes_along(taken: int, more: int, aim: float, budget: int) -> bool:
    return taken + more <= budget and abs(taken + more - aim) <= abs(taken - aim)


def _cut(text: str, span: Span, budget: int) -> Iterator[Span]:
    """Pieces of a text without borders of its own structure."""
    return _Cutter(text[slice(*span)], span[0], budget).spans()


class _Cutter:
    """Walks one text, always taking the best border that lies within reach."""

    def __init__(self, text: str, offset: int, budget: int) -> None:
        self._text = text
        self._offset = offset
        whole = size(text)
        # A little over an equal share, so that the last piece is no crumb.
        self._budget = min(budget, int(1.15 * whole / -(-whole // budget)) + 1)
        self._sentences: list[int] | None = None
        self._graphemes: list[int] | None = None

    def spans(self) -> Iterator[Span]:
        start, end = 0, len(self._text)
        while start < end:
            border = self._next(start)
            yield self._offset + start, self._offset + border
            start = border

    def _next(self, start: int) -> int:
        """The end of the piece that starts at `start`."""
        reach = self._budget * CHARACTERS_PER_TOKEN
        while True:
            piece = self._text[start : start + reach]
            measured = size(piece)
            if measured <= self._budget:
                end = start + len(piece)
                return end if end == len(self._text) else self._best(start, end)
            reach = max(int(len(piece) * self._budget / measured * 0.98), 1)
            if reach == 1:
                return self._best(start, start + 1)

    def _best(self, start: int, limit: int) -> int:
        blank = self._text.rfind("\n\n", start + (limit - start) // 2, limit)
        if blank > 0:
            return blank + 2
        line = self._line(start, limit)
        if line > start:
            return line
        return self._sentence(start, limit) or self._space(start, limit) or self._grapheme(start, limit)

    def _line(self, start: int, limit: int) -> int:
        """The end of the line after which code, a list or a table is best left, not later than `limit`."""
        last = self._text.rfind("\n", start, limit) + 1
        if last <= start:
            return start
        best, least = last, _unrest(self._text, last)
        place = last
        while (place := self._text.rfind("\n", start + (limit - start) // 2, place - 1) + 1) > start:
            if (unrest := _unrest(self._text, place)) < least:
                best, least = place, unrest
        return best

    def _sentence(self, start: int, limit: int) -> int | None:
        if self._sentences is None:
            self._sentences = sentence_borders(self._text)
        return _last(self._sentences, start + (limit - start) // 4, limit)

    def _space(self, start: int, limit: int) -> int | None:
        space = self._text.rfind(" ", start + (limit - start) // 2, limit) + 1
        return space if space and _last(self._all_graphemes(), space - 1, space) else None

    def _grapheme(self, start: int, limit: int) -> int:
        # A cluster longer than a whole chunk is no character that anybody reads.
        return _last(self._all_graphemes(), start, limit) or limit

    def _all_graphemes(self) -> list[int]:
        if self._graphemes is None:
            self._graphemes = grapheme_borders(self._text)
        return self._graphemes


def _unrest(text: str, place: int) -> int:
    """How much a line break tears apart: the indentation behind it, and more in the midst of a bracket or remark."""
    behind = _INDENTED.match(text, place)
    assert behind is not None
    torn = behind[2] or _LEADS_ON.match(text, text.rfind("\n", 0, place - 1) + 1, place - 1)
    return len(behind[1].expandtabs(4)) + (_TORN if torn else 0)


def _last(borders: Sequence[int], after: int, limit: int) -> int | None:
    """The last border in (after, limit]."""
    place = bisect_right(borders, limit)
    return borders[place - 1] if place and borders[place - 1] > after else None
