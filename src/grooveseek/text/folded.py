"""A folded text that knows where each of its characters came from."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cached_property, lru_cache

import regex

from grooveseek.text.borders import grapheme_borders
from grooveseek.text.fold import fold, fold_plain, plain_form
from grooveseek.text.offsets import ByteOffsets

_STANDS_ALONE = regex.compile(r"[\p{GCB=Other}\p{GCB=LV}\p{GCB=LVT}\p{GCB=LF}\p{GCB=Control}]")
_STEADY: set[str] = set()
"""Characters seen so far that keep their places; asking again costs more than remembering."""


class FoldedText:
    """`fold(source)` with the way back, for reporting what was found in it as spans of the source.

    A span comes back widened to whole grapheme clusters, so it never cuts what a reader sees as one character.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = fold(source)
        self._units = None if _all_keep_their_places(source) else _Units(source)

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]`, which must not be empty, lies in the source, in code points."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"no characters between {start} and {end} of {len(self.text)}")
        return self._units.span(start, end) if self._units else (start, end)

    def byte_span(self, start: int, end: int) -> tuple[int, int]:
        """The same in bytes of the source's UTF-8 form."""
        first, last = self.source_span(start, end)
        return self._bytes[first], self._bytes[last]

    @cached_property
    def _bytes(self) -> ByteOffsets:
        return ByteOffsets(self.source)


class _Units:
    """The smallest parts of a source that fold independently of their neighbours, and where each starts when folded."""

    def __init__(self, source: str) -> None:
        plain, origins = _plain_with_origins(source)
        whole = {0, *grapheme_borders(source)}
        self._sources = array("Q", [0])
        self._folded = array("Q", [0])
        start = 0
        for border in grapheme_borders(plain):
            if origins[border] not in whole:
                continue
            self._sources.append(origins[border])
            self._folded.append(self._folded[-1] + len(_fold_unit(plain[start:border])))
            start = border

    def span(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self._folded, start) - 1
        last = bisect_right(self._folded, end - 1)
        return self._sources[first], self._sources[last]


def _plain_with_origins(source: str) -> tuple[str, list[int]]:
    """The plain form of `source` and, for each of its characters and its end, the position it came from."""
    kept = [(position, form) for position, form in enumerate(map(plain_form, source)) if form]
    return "".join(form for _, form in kept), [*(position for position, _ in kept), len(source)]


@lru_cache(maxsize=16_384)
def _fold_unit(plain: str) -> str:
    return fold_plain(plain)


def _all_keep_their_places(source: str) -> bool:
    """Whether each character folds to one and none joins with a neighbour, as in most text."""
    unknown = set(source) - _STEADY
    _STEADY.update(character for character in unknown if _keeps_its_place(character))
    return unknown <= _STEADY


def _keeps_its_place(character: str) -> bool:
    return len(fold(character)) == 1 and _STANDS_ALONE.fullmatch(character) is not None
