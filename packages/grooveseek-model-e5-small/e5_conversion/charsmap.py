"""Looks into sentencepiece's normalisation table: a double-array trie of UTF-8 keys, followed by the replacements.

The trie is laid out as Darts-clone does: a 32-bit unit holds its label (or, with the highest bit set, a value),
whether a key ends here, and an offset; the child of a label lies at place ^ offset ^ label.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LABELS = np.arange(1, 256, dtype=np.uint32)
LABEL_BITS = np.uint32(0x800000FF)
"""A value never equals a label under these bits, having the highest one set."""


def later_characters(charsmap: bytes) -> str:
    """Every character that stands second or later in a key, sorted.

    A text without any of them is normalised character by character, which is far faster.
    """
    (length,) = struct.unpack_from("<I", charsmap)
    units = np.frombuffer(charsmap, "<u4", length // 4, 4)
    found: set[str] = set()
    seen = {(0, b"", True)}
    ahead = list(seen)
    while ahead:
        place, partial, first = ahead.pop()
        for label, child in _children(units, place):
            character = partial + bytes([label])
            state = (child, character, first)
            if _is_complete(character):
                if not first:
                    found.add(character.decode())
                state = (child, b"", False)
            if state not in seen:
                seen.add(state)
                ahead.append(state)
    return "".join(sorted(found))


def _children(units: NDArray[np.uint32], place: int) -> Iterator[tuple[int, int]]:
    unit = int(units[place])
    offset = (unit >> 10) << ((unit & 0x200) >> 6)
    places = LABELS ^ np.uint32(place ^ offset)
    within = places < len(units)
    labels, places = LABELS[within], places[within]
    fits = (units[places] & LABEL_BITS) == labels
    return zip(labels[fits].tolist(), places[fits].tolist(), strict=True)


def _is_complete(character: bytes) -> bool:
    """Whether these are all the bytes of one UTF-8 character."""
    lead = character[0]
    return len(character) == (1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4)
