from __future__ import annotations

from collections.abc import Mapping

import pytest

from grooveseek.quality.tuning.grid import DEFAULT, DEFAULT_PLACE, GRID, POSITIONS, Condition
from grooveseek.quality.tuning.selection import resolved, select

HIGH_HEADING = Condition(60.0, 4.0, 1.0, 1.0)


def chosen(scores: Mapping[Condition, float], otherwise: float = 0.5) -> Condition:
    return GRID[select([scores.get(condition, otherwise) for condition in GRID])]


def test_where_all_is_alike_the_default_stays() -> None:
    assert chosen({}) == DEFAULT


def test_a_better_weighting_is_chosen() -> None:
    assert chosen({HIGH_HEADING: 0.6}) == HIGH_HEADING


@pytest.mark.parametrize("gain", [0.0, 5e-10, 1e-9])
def test_a_gain_within_the_tolerance_is_none(gain: float) -> None:
    assert chosen({HIGH_HEADING: 0.5 + gain}) == DEFAULT


def test_the_constant_is_chosen_after_the_weights() -> None:
    better_k = Condition(10.0, 4.0, 1.0, 1.0)
    other = Condition(10.0, 0.5, 0.5, 0.5)
    assert chosen({HIGH_HEADING: 0.6, better_k: 0.7, other: 0.9}) == better_k


def test_with_the_default_weights_another_constant_can_win() -> None:
    better_k = Condition(5.0, 2.0, 1.0, 1.0)
    assert chosen({better_k: 0.6}) == better_k


def test_of_equal_ones_the_nearest_to_the_middle_wins() -> None:
    low, middle = Condition(60.0, 0.5, 0.5, 0.5), Condition(60.0, 1.0, 1.0, 2.0)
    assert chosen({low: 0.6, middle: 0.6}) == middle
    assert resolved([POSITIONS[low], POSITIONS[middle]]) == POSITIONS[middle]


def test_of_equally_near_ones_the_first_wins() -> None:
    first, second = Condition(30.0, 1.0, 1.0, 1.0), Condition(30.0, 2.0, 2.0, 2.0)
    assert resolved([POSITIONS[second], POSITIONS[first]]) == POSITIONS[first]


def test_the_default_wins_over_any_equal() -> None:
    assert resolved([POSITIONS[Condition(30.0, 1.0, 1.0, 1.0)], DEFAULT_PLACE]) == DEFAULT_PLACE
