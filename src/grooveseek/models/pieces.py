"""A unigram tokenizer that works on a table mapped into memory, so that nothing has to be parsed before the first text.

It gives what sentencepiece gives for the same model (Kudo, 2018, arXiv:1804.10959: the segmentation of highest
probability, found by Viterbi's algorithm), of which loading takes longer than everything else in a search.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from pathlib import Path
from typing import Final

from grooveseek.errors import ModelError
from grooveseek.models.normaliser import Normaliser

MAGIC: Final = b"GSP1"
_HEADER: Final = struct.Struct("<4s8Id")
_SPACE: Final = "▁"
_REMEMBERED_WORDS: Final = 50_000
_LONGEST_REMEMBERED: Final = 24


class PieceTable:
    """The tokenizer in a `sp.table` file. Safe to use from many threads.

    The file: magic; counts of nodes n, pieces p, later characters c and bytes of the normalisation table m; the ids of
    begin, end, pad and unknown; the score of an unknown character. Then a trie of characters, breadth first, with the
    children of a node side by side in ascending order: last character of each node (n), first child of each node
    (n + 1), piece that ends at each node or -1 (n); then the scores (p), the later characters (c) and the normalisation
    table. 32-bit little-endian values.
    """

    def __init__(self, path: Path) -> None:
        """Raises `ModelError` for a file of another kind."""
        try:
            with path.open("rb") as file:
                view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as error:  # an empty file is a value error
            raise ModelError(f"{path} cannot be read: {error}") from error
        if bytes(view[: len(MAGIC)]) != MAGIC or len(view) < _HEADER.size:
            raise ModelError(f"{path} is no tokenizer table; delete it to use the tokenizer beside it")
        _, nodes, pieces, table, later, self.begin, self.end, self.pad, self.unknown, score = _HEADER.unpack_from(view)
        self._unknown_score: float = score
        parts = _Parts(view[_HEADER.size :])
        self._last = parts.take(nodes, "I")
        self._first = parts.take(nodes + 1, "I")
        self._ends = parts.take(nodes, "i")
        self._scores = parts.take(pieces, "f")
        characters = "".join(map(chr, parts.take(later, "I")))
        if len(parts.rest) != table:
            raise ModelError(f"{path} is cut short; install the model again")
        self._normalise = Normaliser(parts.rest, characters)
        self._roots: dict[str, int] = {}
        self._remembered: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Token ids of `text`, without begin and end."""
        # A piece holds a space at its start alone, so the best segmentation of a text is that of its words.
        ids: list[int] = []
        remembered = self._remembered
        for word in self._normalise(text).split(" "):
            if not word:
                continue
            known = remembered.get(word)
            if known is None:
                known = self._segment(_SPACE + word)
                if len(word) <= _LONGEST_REMEMBERED:
                    if len(remembered) >= _REMEMBERED_WORDS:
                        remembered.clear()
                    remembered[word] = known
            ids += known
        return ids

    def _segment(self, word: str) -> list[int]:
        """Viterbi: `best[i]` is the score of the best segmentation of the first i characters, its last piece given by
        `starts[i]` and `ids[i]`."""
        length = len(word)
        best = [float("-inf")] * (length + 1)
        best[0] = 0.0
        starts, ids = [0] * (length + 1), [self.unknown] * (length + 1)
        last, first, ends, scores = self._last, self._first, self._ends, self._scores
        for start in range(length):
            here = best[start]
            node = self._root(word[start])
            if node < 0 or ends[node] < 0:
                score = here + self._unknown_score
                if score > best[start + 1]:
                    best[start + 1], starts[start + 1], ids[start + 1] = score, start, self.unknown
            if node < 0:
                continue
            end = start + 1
            while True:
                piece = ends[node]
                if piece >= 0:
                    score = here + scores[piece]
                    if score > best[end]:
                        best[end], starts[end], ids[end] = score, start, piece
                if end == length:
                    break
                code, beyond = ord(word[end]), first[node + 1]
                node = bisect_left(last, code, first[node], beyond)
                if node == beyond or last[node] != code:
                    break
                end += 1
        return self._backwards(starts, ids)

    def _backwards(self, starts: list[int], ids: list[int]) -> list[int]:
        """The pieces along the best path; unknown characters side by side are one token."""
        found: list[int] = []
        end = len(ids) - 1
        while end:
            if not (ids[end] == self.unknown and found and found[-1] == self.unknown):
                found.append(ids[end])
            end = starts[end]
        found.reverse()
        return found

    def _root(self, character: str) -> int:
        """The node of a piece's first character, -1 where no piece starts with it."""
        node = self._roots.get(character)
        if node is None:
            code, beyond = ord(character), self._first[1]
            node = bisect_left(self._last, code, self._first[0], beyond)
            if node == beyond or self._last[node] != code:
                node = -1
            self._roots[character] = node
        return node


class _Parts:
    """Hands out the parts of the file one after the other."""

    def __init__(self, rest: memoryview) -> None:
        self.rest = rest

    def take(self, count: int, kind: str) -> memoryview[int]:
        part, self.rest = self.rest[: 4 * count], self.rest[4 * count :]
        return part.cast(kind)  # type: ignore[call-overload,no-any-return]
