"""From positions in a text to offsets in its UTF-8 bytes."""

from __future__ import annotations

from itertools import accumulate

_BLOCK = 1024


class ByteOffsets:
    """Byte offsets of one text. A lone surrogate counts three bytes, as `surrogatepass` writes it."""

    def __init__(self, text: str) -> None:
        self._text = text
        starts = range(0, len(text), _BLOCK)
        self._blocks = [0, *accumulate(self._width(start, start + _BLOCK) for start in starts)]

    def __getitem__(self, position: int) -> int:
        """The byte offset of code point `position`, 0 to `len(text)`."""
        block = position // _BLOCK
        return self._blocks[block] + self._width(block * _BLOCK, position)

    def _width(self, start: int, end: int) -> int:
        return len(self._text[start:end].encode("utf-8", "surrogatepass"))
