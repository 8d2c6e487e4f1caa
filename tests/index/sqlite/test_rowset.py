from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.sqlite.rowset import NO_ROWS, RowSet, union

SIZE = 20


def few(*numbers: int) -> RowSet:
    return RowSet.few(np.array(numbers, np.intp))


def many(*numbers: int) -> RowSet:
    marks = np.zeros(SIZE, np.bool_)
    marks[list(numbers)] = True
    return RowSet.many(marks)


@pytest.mark.parametrize("make", [few, many])
def test_both_forms_do_the_same(make: Callable[..., RowSet]) -> None:
    rows = make(2, 5, 7)
    scores, bits = np.zeros(SIZE, np.float32), np.ones(SIZE, np.uint64)
    rows.add_to(scores, 1.5)
    rows.set_bit(bits, 3)
    assert len(rows) == 3
    assert rows.rows().tolist() == [2, 5, 7]
    assert np.flatnonzero(scores == 1.5).tolist() == [2, 5, 7]
    assert np.flatnonzero(bits == 9).tolist() == [2, 5, 7]
    assert scores.sum() == 4.5
    assert bits.sum() == SIZE + 3 * 8


some = st.lists(st.integers(0, SIZE - 1), unique=True).map(sorted)


@given(st.lists(st.tuples(some, st.booleans()), max_size=4))
def test_a_union_has_the_rows_of_all(given_sets: list[tuple[list[int], bool]]) -> None:
    sets = [few(*rows) if is_few else many(*rows) for rows, is_few in given_sets]
    expected = sorted({row for rows, _ in given_sets for row in rows})
    assert union(sets, SIZE).rows().tolist() == expected


def test_no_rows_are_none() -> None:
    assert len(NO_ROWS) == 0
    assert union([], SIZE) is NO_ROWS
