"""Grams: the pieces of one to three characters that the word index is made of, as 32-bit hashes.

A text has every three neighbouring characters as a gram, and its words of one or two characters. In scripts written
with spaces a short word counts only as a whole word: `ai` is in `the ai act`, not in `said`. In the others, and next to
symbols, it counts wherever it stands: `評価` in `再評価する`, `c#` in `(c#)`.

Hashes may collide; whoever looks a word up compares it with the text itself before believing it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
"""Grams with the row of the text they are in: `hash << 16 | row`."""

ROW_BITS = 16

SPACED = (
    "0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af"  # Latin
    "\u0370-\u03ff\u0400-\u052f\u0531-\u0587"  # Greek, Cyrillic, Armenian
    "\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc"  # Hebrew, Arabic
    "\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69d\ua720-\ua7ff"  # extensions of these
)
"""Letters and digits of scripts that put spaces between words, as the inside of a character class."""


class Part(IntEnum):
    """Where a gram is; the same characters are different grams in each place."""

    HEAD = 0
    """In title, path, heading or breadcrumb."""
    BODY = 1
    """In the content."""
    OFTEN = 2
    """Three times or more in the content."""


_FACTORS = (2654435761, 2246822519, 3266489917)
_MASK = 0xFFFFFFFF
_OFTEN = 0x9E3779B9


def hashes(word: str, part: Part) -> tuple[int, ...]:
    """Grams that any text with this folded word has, each once; none for a word without a character to look up."""
    size = min(len(word), 3)
    if size < 3 and (size == 0 or any(character.isspace() for character in word)):
        return ()
    last = len(word) - size
    # Every second one, and the last: they still overlap, and the others would hardly rule out another text.
    pieces = [word[start : start + size] for start in (*range(0, last, 2), last)]
    return tuple(dict.fromkeys(_hash(piece, part) for piece in pieces))


def _hash(gram: str, part: Part) -> int:
    if part == Part.OFTEN:
        value = ((_hash(gram, Part.BODY) ^ _OFTEN) * 0x2C1B3C6D) & _MASK
        return value ^ (value >> 15)
    value = _salt(len(gram), part)
    for character, factor in zip(gram, _FACTORS, strict=False):
        value += ord(character) * factor
    value &= _MASK
    value = ((value ^ (value >> 15)) * 0x2C1B3C6D) & _MASK
    value = ((value ^ (value >> 12)) * 0x297A2D39) & _MASK
    return value ^ (value >> 15)


def keys(heads: Sequence[str], bodies: Sequence[str]) -> Keys:
    """All grams of texts given by their two parts, folded and without NUL: sorted, each once per text and place."""
    head, body = np.sort(_grams(heads, Part.HEAD)), np.sort(_grams(bodies, Part.BODY))
    return merged([_distinct(head), _distinct(body), np.sort(_distinct(_often(body)))])


def merged(runs: Sequence[Keys]) -> Keys:
    """Sorted runs in one."""
    # A stable sort sees the runs and merges them, ten times faster than another one sorts.
    return np.sort(np.concatenate(runs), kind="stable")


def _often(body: Keys) -> Keys:
    """The keys for `Part.OFTEN` of the sorted keys of bodies."""
    thrice = body[:-2][body[:-2] == body[2:]]
    value = (thrice >> np.uint64(ROW_BITS)).astype(np.uint32)
    value = (value ^ np.uint32(_OFTEN)) * np.uint32(0x2C1B3C6D)
    value = value ^ (value >> np.uint32(15))
    found: Keys = value.astype(np.uint64) << np.uint64(ROW_BITS) | thrice & np.uint64((1 << ROW_BITS) - 1)
    return found


def _distinct(ordered: Keys) -> Keys:
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def _grams(texts: Sequence[str], part: Part) -> Keys:
    """As they come, as often as they come."""
    # A NUL before, between and behind keeps grams within their text and gives every character two to its right.
    joined = np.frombuffer(("\0" + "\0".join(texts) + "\0\0\0").encode("utf-32-le"), np.uint32)
    lengths = np.fromiter((len(text) + 1 for text in texts), np.int64, len(texts))
    rows = np.repeat(np.arange(len(texts), dtype=np.uint64), lengths)
    count = len(rows)
    one, two, three = (joined[shift : count + shift] for shift in (1, 2, 3))
    spaced, blank = (table[np.minimum(joined, 0xFFFF)] for table in _tables())
    before, first, second, after = (spaced[shift : count + shift] for shift in range(4))
    first_blank, second_blank = blank[1 : count + 1], blank[2 : count + 2]

    sums = one * np.uint32(_FACTORS[0])
    found = [_keys(sums, ~first_blank & ~(first & (before | second)), rows, _salt(1, part))]
    sums = sums + two * np.uint32(_FACTORS[1])
    whole = ~first_blank & ~second_blank & ~(first & before) & ~(second & after)
    found.append(_keys(sums, whole, rows, _salt(2, part)))
    sums = sums + three * np.uint32(_FACTORS[2])
    found.append(_keys(sums, (one != 0) & (two != 0) & (three != 0), rows, _salt(3, part)))
    return np.concatenate(found)


def _keys(sums: NDArray[np.uint32], chosen: NDArray[np.bool_], rows: Keys, salt: int) -> Keys:
    value = sums[chosen] + np.uint32(salt)
    value = (value ^ (value >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    value = (value ^ (value >> np.uint32(12))) * np.uint32(0x297A2D39)
    value = value ^ (value >> np.uint32(15))
    return value.astype(np.uint64) << np.uint64(ROW_BITS) | rows[chosen]


def _salt(size: int, part: Part) -> int:
    return size + 4 * part


@cache
def _tables() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """By code point below 0x10000: is it a letter of a spaced script, is it white space (or our NUL)?"""
    characters = "".join(map(chr, range(0x10000)))
    tables = np.zeros((2, len(characters)), np.bool_)
    for table, kind in zip(tables, (f"[{SPACED}]", r"[\s\0]"), strict=True):
        table[[found.start() for found in re.finditer(kind, characters)]] = True
    return tables[0], tables[1]
