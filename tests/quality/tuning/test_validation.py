from __future__ import annotations

import math

import numpy as np
import pytest

from grooveseek.quality.tuning.grid import DEFAULT_PLACE, GRID, POSITIONS, Condition
from grooveseek.quality.tuning.validation import CrossValidation, Scores, SignTest, cross_validate

OTHER = POSITIONS[Condition(60.0, 4.0, 1.0, 1.0)]


def with_differences(*differences: float) -> CrossValidation:
    return CrossValidation(OTHER, (OTHER,) * len(differences), differences)


def scores_of(*rows: tuple[float, float]) -> Scores:
    """(default, other) by question; all other conditions score nothing."""
    table = np.zeros((len(rows), len(GRID)))
    for row, (default, other) in zip(table, rows, strict=True):
        row[DEFAULT_PLACE], row[OTHER] = default, other
    return table


def test_the_statistics_of_four_questions() -> None:
    found = with_differences(0.1, 0.0, 0.2, 0.1)
    assert found.mean == pytest.approx(0.1)
    assert found.standard_error * 2 == pytest.approx(0.081650, abs=5e-7)
    assert found.standard_error == pytest.approx(0.040825, abs=5e-7)
    assert 3 * found.standard_error == pytest.approx(0.122474, abs=5e-7)
    assert found.sign_test == SignTest(improved=3, degraded=0, tied=1)
    assert found.sign_test.p_value == 0.25


def test_one_question_leaves_the_error_unknown() -> None:
    found = cross_validate(scores_of((0.0, 1.0)))
    assert found.standard_error == math.inf
    assert found.chosen == (DEFAULT_PLACE,)
    assert found.held_out == (0.0,)


@pytest.mark.parametrize(
    ("test", "p_value"),
    [
        (SignTest(0, 0, 5), 1.0),
        (SignTest(1, 1, 0), 1.0),
        (SignTest(5, 0, 0), 0.0625),
        (SignTest(8, 2, 3), 0.109375),
        (SignTest(2, 8, 3), 0.109375),
    ],
)
def test_the_sign_test_is_exact_and_two_sided(test: SignTest, p_value: float) -> None:
    assert test.p_value == p_value


def test_differences_within_rounding_are_ties() -> None:
    assert with_differences(1e-13, -1e-13, 1e-11, -1e-11).sign_test == SignTest(1, 1, 2)


def test_every_question_is_judged_by_what_the_others_choose() -> None:
    # Without the first, the others are better off with the default.
    found = cross_validate(scores_of((0.0, 1.0), (0.5, 0.4), (0.5, 0.4)))
    assert found.refit == OTHER
    assert found.chosen == (DEFAULT_PLACE, OTHER, OTHER)
    assert found.held_out == pytest.approx((0.0, -0.1, -0.1))
    assert found.stability == pytest.approx(2 / 3)


def test_a_gain_on_every_question_is_found_by_every_fold() -> None:
    found = cross_validate(scores_of((0.5, 0.75), (0.25, 0.5), (0.0, 0.25)))
    assert found.stability == 1.0
    assert found.mean == 0.25
    assert found.standard_error == 0.0
