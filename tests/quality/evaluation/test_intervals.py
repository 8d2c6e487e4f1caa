from __future__ import annotations

import numpy as np
import pytest

from grooveseek.quality.evaluation.intervals import intervals


def test_the_interval_of_many_values_is_that_of_their_normal_mean() -> None:
    values = np.random.default_rng(3).uniform(0, 1, 400)
    low, high = intervals({"a": values.tolist()})["a"]
    margin = 1.96 * values.std() / 20
    assert low == pytest.approx(values.mean() - margin, abs=0.004)
    assert high == pytest.approx(values.mean() + margin, abs=0.004)


def test_the_same_values_give_the_same_interval() -> None:
    assert intervals({"a": [0.0, 1.0, 0.5]}) == intervals({"a": [0.0, 1.0, 0.5]})


def test_values_that_do_not_differ_leave_no_doubt() -> None:
    assert intervals({"a": [0.5] * 9, "b": [0.0, 1.0] * 4 + [0.0]})["a"] == (0.5, 0.5)


@pytest.mark.parametrize("values", [[], [1.0]])
def test_one_value_has_no_interval(values: list[float]) -> None:
    assert intervals({"a": values}) == {}
