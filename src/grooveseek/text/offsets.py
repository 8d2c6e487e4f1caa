"""From positions in a text to offsets in its UTF-8 bytes."""

from __future__ import annotations

from array import array
from itertools import accumulate


def _width(character: str) -> int:
    code = ord(character)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


class ByteOffsets:
    """Byte offsets of one text. A lone surrogate counts three bytes, as `surrogatepass` writes it."""

    def __init__(self, text: str) -> None:
        self._offsets = None if text.isascii() else array("Q", accumulate(map(_width, text), initial=0))

    def __getitem__(self, position: int) -> int:
        """The byte offset of code point `position`, 0 to `len(text)`."""
        return position if self._offsets is None else self._offsets[position]
