from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.sqlite.selection import EVERYTHING, Selection


def ids(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(numbers, np.int64)


def chosen(selection: Selection, chunk_ids: list[int]) -> list[int]:
    array = ids(*chunk_ids)
    rows = selection.rows_of(array)
    return chunk_ids if rows is None else [int(number) for number in array[rows]]


def test_everything_passes_without_a_list() -> None:
    assert EVERYTHING.is_everything
    assert not EVERYTHING.is_nothing
    assert EVERYTHING.rows_of(ids(1, 2)) is None


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(ids(), excluding=False), []),
        (Selection(ids(2, 9), excluding=False), [2]),
        (Selection(ids(1, 2, 3, 4), excluding=False), [1, 2, 3]),
        (Selection(ids(2, 9), excluding=True), [1, 3]),
        (Selection(ids(9), excluding=True), [1, 2, 3]),
    ],
)
def test_rows_are_those_of_allowed_chunks(selection: Selection, expected: list[int]) -> None:
    assert chosen(selection, [1, 2, 3]) == expected


some = st.lists(st.integers(0, 30), unique=True).map(sorted)


@given(listed=some, excluding=st.booleans(), without=some, present=some)
def test_a_selection_judges_like_a_set(
    listed: list[int], excluding: bool, without: list[int], present: list[int]
) -> None:
    selection = Selection(ids(*listed), excluding).without(ids(*without))
    allowed = (set(range(31)) - set(listed) if excluding else set(listed)) - set(without)
    assert chosen(selection, present) == [number for number in present if number in allowed]
