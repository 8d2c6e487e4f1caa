"""Rows of a segment, as numbers where they are few and as marks where they are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.intp]
Marks = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RowSet:
    """Exactly one of the two is there: numbers ascending, or one mark for every row of the segment."""

    numbers: Rows | None
    marks: Marks | None

    @classmethod
    def few(cls, numbers: Rows) -> RowSet:
        return cls(numbers, None)

    @classmethod
    def many(cls, marks: Marks) -> RowSet:
        return cls(None, marks)

    def __len__(self) -> int:
        if self.numbers is not None:
            return len(self.numbers)
        assert self.marks is not None
        return int(np.count_nonzero(self.marks))

    def rows(self) -> Rows:
        """Ascending."""
        if self.numbers is not None:
            return self.numbers
        assert self.marks is not None
        return np.flatnonzero(self.marks)

    def add_to(self, scores: NDArray[np.float32], value: float) -> None:
        if self.numbers is not None:
            scores[self.numbers] += value
        elif self.marks is not None:
            # Adding nothing to the other rows is ten times faster than leaving them out.
            scores += self.marks * np.float32(value)

    def set_bit(self, bits: NDArray[np.uint64], number: int) -> None:
        bit = np.uint64(1 << number)
        if self.numbers is not None:
            bits[self.numbers] |= bit
        elif self.marks is not None:
            bits |= self.marks * bit


NO_ROWS = RowSet.few(np.empty(0, np.intp))


def union(sets: Sequence[RowSet], size: int) -> RowSet:
    """Rows of a segment of `size` that are in any of the sets."""
    some = [found for found in sets if len(found)]
    if len(some) < 2:
        return some[0] if some else NO_ROWS
    numbers = [found.numbers for found in some if found.numbers is not None]
    if len(numbers) == len(some) and sum(map(len, numbers)) * 16 < size:
        return RowSet.few(np.unique(np.concatenate(numbers)))
    marks = np.zeros(size, np.bool_)
    for found in some:
        if found.numbers is not None:
            marks[found.numbers] = True
        elif found.marks is not None:
            marks |= found.marks
    return RowSet.many(marks)
