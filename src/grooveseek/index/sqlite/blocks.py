"""Postings of one segment, cut by the first bits of a gram's hash into blocks that are read one by one.

A gram's rows are 16-bit numbers, or one bit for every row of the segment where that is shorter by half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.grams import ROW_BITS, Keys

BLOCK_BITS = 12
BLOCKS = 1 << BLOCK_BITS

Rows = NDArray[np.intp]


def block_of(gram: int) -> int:
    return gram >> (32 - BLOCK_BITS)


@dataclass(frozen=True, slots=True)
class Posting:
    """The rows of one gram, by number or by bit."""

    count: int
    numbers: NDArray[np.uint16] | None
    bits: NDArray[np.uint8] | None


@dataclass(frozen=True, slots=True)
class Block:
    """Grams ascending, how many rows each is in, and their rows one after the other."""

    grams: NDArray[np.uint32]
    counts: NDArray[np.uint32]
    data: bytes

    def find(self, wanted: Sequence[int], rows: int) -> Iterator[tuple[int, Posting]]:
        """Those of the wanted grams that the block has, in a segment of so many rows."""
        ends = np.cumsum(_sizes(self.counts, rows))
        places = np.searchsorted(self.grams, np.array(wanted, np.uint32))
        for gram, place in zip(wanted, places.tolist(), strict=True):
            if place < len(self.grams) and self.grams[place] == gram:
                yield gram, self._posting(int(self.counts[place]), int(ends[place]), rows)

    def keys(self, rows: int) -> Keys:
        """What the block was made from."""
        ends = np.cumsum(_sizes(self.counts, rows))
        numbers, start = [], 0
        for place in np.flatnonzero(self.counts * 8 > rows).tolist():
            end = int(ends[place])
            first = end - _bitmap_size(rows)
            numbers.append(np.frombuffer(self.data, np.uint16, (first - start) // 2, start))
            numbers.append(rows_of(self._posting(int(self.counts[place]), end, rows)).astype(np.uint16))
            start = end
        numbers.append(np.frombuffer(self.data, np.uint16, (len(self.data) - start) // 2, start))
        grams = np.repeat(self.grams.astype(np.uint64), self.counts)
        return grams << np.uint64(ROW_BITS) | np.concatenate(numbers).astype(np.uint64)

    def _posting(self, count: int, end: int, rows: int) -> Posting:
        if _is_dense(count, rows):
            size = _bitmap_size(rows)
            return Posting(count, None, np.frombuffer(self.data, np.uint8, size, end - size))
        return Posting(count, np.frombuffer(self.data, np.uint16, count, end - 2 * count), None)


def _bitmap_size(rows: int) -> int:
    return -(-rows // 8)


def _is_dense(count: int, rows: int) -> bool:
    return count * 8 > rows


def _sizes(counts: NDArray[np.uint32], rows: int) -> NDArray[np.int64]:
    wide = counts.astype(np.int64)
    return np.where(wide * 8 > rows, _bitmap_size(rows), 2 * wide)


def rows_of(posting: Posting) -> Rows:
    if posting.numbers is not None:
        return posting.numbers.astype(np.intp)
    assert posting.bits is not None
    return np.flatnonzero(np.unpackbits(posting.bits, bitorder="little"))


def common_rows(postings: Sequence[Posting]) -> Rows:
    """Rows that are in every posting, ascending; rarest first, so that the work is bounded by the rarest."""
    first, *others = sorted(postings, key=lambda posting: posting.count)
    if first.bits is not None:
        bits = first.bits
        for other in others:
            assert other.bits is not None
            bits = bits & other.bits
        return rows_of(Posting(0, None, bits))
    rows = rows_of(first)
    for other in others:
        if not len(rows):
            break
        if other.bits is not None:
            rows = rows[(other.bits[rows >> 3] >> (rows & 7).astype(np.uint8)) & 1 == 1]
        else:
            assert other.numbers is not None
            rows = rows[np.isin(rows, other.numbers, assume_unique=True, kind="table")]
    return rows


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
    dense = counts * 8 > rows
    for number in np.flatnonzero(np.diff(edges)).tolist():
        low, high = int(edges[number]), int(edges[number + 1])
        pieces, start = [], int(starts[low])
        for gram in (low + np.flatnonzero(dense[low:high])).tolist():
            pieces.append(numbers[start : starts[gram]].tobytes())
            pieces.append(_packed(numbers[starts[gram] : ends[gram]], rows))
            start = int(ends[gram])
        pieces.append(numbers[start : ends[high - 1]].tobytes())
        yield number, Block(grams[low:high], counts[low:high].astype(np.uint32), b"".join(pieces))


def _packed(numbers: NDArray[np.uint16], rows: int) -> bytes:
    marks = np.zeros(8 * _bitmap_size(rows), np.bool_)
    marks[numbers] = True
    return np.packbits(marks, bitorder="little").tobytes()
