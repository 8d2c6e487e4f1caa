"""Sentencepiece's text normalisation, straight from its precompiled table.

The table is a double-array trie (Darts-clone's layout) of UTF-8 keys, then the replacements, each ended by a zero byte.
A 32-bit unit of the trie holds its label (or, with the highest bit set, a value), whether a key ends here, and an
offset; the child of a label lies at place ^ offset ^ label, and a key's value at place ^ offset.
"""

from __future__ import annotations

import re
from typing import Final

_HIGHEST: Final = 0x80000000
_LABEL: Final = _HIGHEST | 0xFF


class _Single(dict[int, str | int]):
    """A `str.translate` table of single characters that fills itself as characters are met."""

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser

    def __missing__(self, code: int) -> str | int:
        found = self._normaliser.longest(chr(code), 0)
        return self.setdefault(code, code if found is None else found[1])


class Normaliser:
    """Replaces what the table names, at each place the longest key that fits. Safe to use from many threads."""

    def __init__(self, table: memoryview, later: str) -> None:
        """`table`: sentencepiece's `precompiled_charsmap`; `later`: every character that is not a key's first one."""
        length = int.from_bytes(table[:4], "little")
        self._units = table[4 : 4 + length].cast("I")
        self._replacements = table[4 + length :]
        self._later = re.compile(f"[{re.escape(later)}]") if later else None
        self._single = _Single(self)

    def __call__(self, text: str) -> str:
        if self._later is None or not self._later.search(text):
            return text.translate(self._single)
        parts: list[str] = []
        place = 0
        while place < len(text):
            end, replacement = self.longest(text, place) or (place + 1, text[place])
            parts.append(replacement)
            place = end
        return "".join(parts)

    def longest(self, text: str, start: int) -> tuple[int, str] | None:
        """The end of the longest key at `start` and its replacement; None where no key starts there."""
        units = self._units
        place, found = self._children(0), None
        for end in range(start, len(text)):
            for byte in text[end].encode("utf-8", "surrogatepass"):
                place ^= byte
                if place >= len(units) or units[place] & _LABEL != byte:
                    return found
                ends_here = units[place] & 0x100
                place = self._children(place)
            if ends_here:
                found = end + 1, self._replacement(units[place] & ~_HIGHEST)
        return found

    def _children(self, place: int) -> int:
        unit: int = self._units[place]
        return place ^ ((unit >> 10) << ((unit & 0x200) >> 6))

    def _replacement(self, start: int) -> str:
        end = start
        while self._replacements[end]:
            end += 1
        return bytes(self._replacements[start:end]).decode()
