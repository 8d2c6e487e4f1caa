from __future__ import annotations

import numpy as np
import pytest

from grooveseek.index.sqlite.matching import words_of
from grooveseek.index.sqlite.readings import Readings
from grooveseek.index.sqlite.texts import Text

WORDS = words_of(("lion", "tiger", "cat"))
READ = [
    Text(1, 11, ("lion", "lion.md", "the lion", "", "lion and lion, and a tiger")),
    Text(2, 12, ("", "a.md", "", "zoo > tiger", "nothing")),
    Text(3, 13, ("", "b.md", "", "", "a cation")),
]
CLAIMS = np.array([0b011, 0b011, 0b100], np.uint64)


@pytest.fixture
def readings() -> Readings:
    return Readings.of(READ, CLAIMS, WORDS)


def test_words_are_counted_by_column(readings: Readings) -> None:
    assert readings.chunk_ids.tolist() == [11, 12, 13]
    assert readings.counts[:, 0, 0].tolist() == [1, 1, 1, 0, 2]
    assert readings.counts[:, 0, 1].tolist() == [0, 0, 0, 0, 1]
    assert readings.counts[:, 1, 1].tolist() == [0, 0, 0, 1, 0]
    assert readings.lengths.tolist() == [sum(map(len, text.columns)) for text in READ]


def test_columns_are_weighted(readings: Readings) -> None:
    assert readings.frequencies((2, 3, 5, 7, 0.5)).tolist() == [[11.0, 0.5, 0.0], [0.0, 7.0, 0.0], [0.0, 0.0, 0.5]]


def test_what_may_hold_a_word_and_what_does(readings: Readings) -> None:
    assert readings.claimed().tolist() == [2, 2, 1]
    assert readings.holding().tolist() == [1, 2, 1]
    assert readings.hold_a_word.tolist() == [True, True, True]


def test_a_word_that_postings_do_not_claim_is_not_looked_for() -> None:
    readings = Readings.of(READ, np.array([0b010, 0, 0], np.uint64), WORDS)
    assert readings.holding().tolist() == [0, 1, 0]
    assert readings.hold_a_word.tolist() == [True, False, False]


def test_readings_are_cut_and_joined(readings: Readings) -> None:
    again = readings.taken(np.array([2])).and_more(readings.taken(np.array([0, 1])))
    assert again.chunk_ids.tolist() == [13, 11, 12]
    assert again.frequencies((1,) * 5).tolist() == readings.frequencies((1,) * 5)[[2, 0, 1]].tolist()
    assert again.claimed().tolist() == readings.claimed().tolist()


def test_nothing_read_is_nothing_found() -> None:
    nothing = Readings.of((), np.empty(0, np.uint64), WORDS)
    assert (len(nothing.chunk_ids), nothing.holding().tolist()) == (0, [0, 0, 0])
