"""Postings of one segment, cut by the first bits of a gram's hash into blocks that are read one by one.

A gram's rows are 16-bit numbers, or one bit for every row of the segment where that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.grams import ROW_BITS, Keys
from grooveseek.index.sqlite.rowset import Marks, RowSet

BLOCK_BITS = 12
BLOCKS = 1 << BLOCK_BITS


def block_of(gram: int) -> int:
    return gram >> (32 - BLOCK_BITS)


@dataclass(frozen=True, slots=True)
class Posting:
    """The rows of one gram, by number or by bit."""

    numbers: NDArray[np.uint16] | None
    bits: NDArray[np.uint8] | None


@dataclass(frozen=True, slots=True)
class Block:
    """Grams ascending, and their rows one after the other."""

    grams: NDArray[np.uint32]
    ends: NDArray[np.uint32]
    """Where in `data` each gram's rows end."""
    data: memoryview

    @classmethod
    def of(cls, blob: bytes) -> Self:
        """Read what `blob` gave."""
        count = int.from_bytes(blob[:4], "little")
        grams, ends = np.frombuffer(blob, np.uint32, 2 * count, 4).reshape(2, -1)
        return cls(grams, ends, memoryview(blob)[4 + 8 * count :])

    def blob(self) -> bytes:
        count = len(self.grams).to_bytes(4, "little")
        return b"".join((count, self.grams.tobytes(), self.ends.tobytes(), self.data))

    def find(self, wanted: Iterable[int], rows: int) -> Iterator[tuple[int, Posting]]:
        """Those of the wanted grams that the block has, in a segment of so many rows."""
        for gram in wanted:
            place = int(np.searchsorted(self.grams, np.uint32(gram)))
            if place < len(self.grams) and self.grams[place] == gram:
                yield gram, self._posting(place, rows)

    def keys(self, rows: int) -> Keys:
        """What the block was made from."""
        dense = self._dense(rows)
        found = [np.flatnonzero(_marks(self._bits(place, rows), rows)) for place in dense]
        sizes = np.diff(self.ends, prepend=np.uint32(0)).astype(np.int64)
        counts = sizes // 2
        pieces, start = [], 0
        for place, dense_rows in zip(dense, found, strict=True):
            counts[place] = len(dense_rows)
            end = int(self.ends[place])
            pieces.append(np.frombuffer(self.data[start : end - _bitmap_size(rows)], np.uint16))
            pieces.append(dense_rows.astype(np.uint16))
            start = end
        pieces.append(np.frombuffer(self.data[start:], np.uint16))
        grams = np.repeat(self.grams.astype(np.uint64), counts)
        return grams << np.uint64(ROW_BITS) | np.concatenate(pieces).astype(np.uint64)

    def _dense(self, rows: int) -> list[int]:
        """Places of the grams whose rows are bits."""
        sizes = np.diff(self.ends, prepend=np.uint32(0))
        places: list[int] = np.flatnonzero(sizes == _bitmap_size(rows)).tolist()
        return places

    def _bits(self, place: int, rows: int) -> NDArray[np.uint8]:
        size = _bitmap_size(rows)
        return np.frombuffer(self.data, np.uint8, size, int(self.ends[place]) - size)

    def _posting(self, place: int, rows: int) -> Posting:
        start = int(self.ends[place - 1]) if place else 0
        piece = self.data[start : int(self.ends[place])]
        if len(piece) == _bitmap_size(rows):
            return Posting(None, self._bits(place, rows))
        return Posting(np.frombuffer(piece, np.uint16), None)


def _bitmap_size(rows: int) -> int:
    """Bytes, an even number; a list of numbers is always shorter."""
    return 2 * -(-rows // 16)


def common_rows(postings: Sequence[Posting], rows: int) -> RowSet:
    """Rows that are in every posting of a segment of so many; the work is bounded by the shortest list of numbers."""
    lists = sorted((posting.numbers for posting in postings if posting.numbers is not None), key=len)
    bitmaps = [posting.bits for posting in postings if posting.bits is not None]
    if not lists:
        bits = bitmaps[0]
        for other in bitmaps[1:]:
            bits = bits & other
        return RowSet.many(_marks(bits, rows))
    found = lists[0].astype(np.intp)
    for bits in bitmaps:
        found = found[(bits[found >> 3] >> (found & 7).astype(np.uint8)) & 1 == 1]
    for numbers in lists[1:]:
        if not len(found):
            break
        marks = np.zeros(1 << ROW_BITS, np.bool_)
        marks[numbers] = True
        found = found[marks[found]]
    return RowSet.few(found)


def _marks(bits: NDArray[np.uint8], rows: int) -> Marks:
    return np.unpackbits(bits, count=rows, bitorder="little").view(np.bool_)


def encode(keys: Keys, rows: int) -> Iterator[tuple[int, Block]]:
    """Blocks by number, from the sorted keys of a segment (or of some of its blocks) of so many rows."""
    if not len(keys):
        return
    hashes = (keys >> np.uint64(ROW_BITS)).astype(np.uint32)
    numbers = keys.astype(np.uint16)
    starts = np.flatnonzero(np.append(True, hashes[1:] != hashes[:-1]))
    counts = np.diff(np.append(starts, len(hashes)))
    grams = hashes[starts]
    ends = starts + counts
    edges = np.searchsorted(grams >> np.uint32(32 - BLOCK_BITS), np.arange(BLOCKS + 1, dtype=np.uint32))
    dense = 2 * counts >= _bitmap_size(rows)
    sizes = np.where(dense, _bitmap_size(rows), 2 * counts)
    for number in np.flatnonzero(np.diff(edges)).tolist():
        low, high = int(edges[number]), int(edges[number + 1])
        pieces, start = [], int(starts[low])
        for gram in (low + np.flatnonzero(dense[low:high])).tolist():
            pieces.append(numbers[start : starts[gram]].tobytes())
            pieces.append(_packed(numbers[starts[gram] : ends[gram]], rows))
            start = int(ends[gram])
        pieces.append(numbers[start : ends[high - 1]].tobytes())
        yield number, Block(grams[low:high], np.cumsum(sizes[low:high]).astype(np.uint32), memoryview(b"".join(pieces)))


def _packed(numbers: NDArray[np.uint16], rows: int) -> bytes:
    marks = np.zeros(8 * _bitmap_size(rows), np.bool_)
    marks[numbers] = True
    return np.packbits(marks, bitorder="little").tobytes()
