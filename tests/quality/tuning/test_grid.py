from __future__ import annotations

import pytest

from grooveseek.quality.tuning.grid import (
    DEFAULT,
    DEFAULT_PLACE,
    GRID,
    POSITIONS,
    RRF_KS,
    WEIGHT_SETS,
    WEIGHTS,
    Condition,
    distance,
)


def test_every_combination_is_measured_once() -> None:
    assert len(GRID) == len(set(GRID)) == 384
    assert len(WEIGHT_SETS) == 64


def test_heading_is_outermost_and_the_constant_of_fusion_innermost() -> None:
    for place, condition in enumerate(GRID):
        h, ctx, content = (WEIGHTS.index(weight) for weight in condition.weights)
        assert place == ((h * 4 + ctx) * 4 + content) * 6 + RRF_KS.index(condition.rrf_k)
        assert POSITIONS[condition] == place


def test_the_default_has_its_place() -> None:
    assert DEFAULT_PLACE == 226
    assert GRID[226] == DEFAULT == Condition(60.0, 2.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("condition", "steps"),
    [
        (Condition(60.0, 0.5, 0.5, 0.5), 6.0),
        (Condition(60.0, 1.0, 1.0, 2.0), 3.0),
        (Condition(20.0, 1.0, 2.0, 1.0), 2.0),
    ],
)
def test_the_distance_from_the_middle(condition: Condition, steps: float) -> None:
    assert distance(condition) == steps


def test_only_the_tuned_columns_change() -> None:
    columns = Condition(60.0, 4.0, 0.5, 0.5).columns
    assert (columns.heading, columns.breadcrumb, columns.content) == (4.0, 0.5, 0.5)
    assert (columns.title, columns.path) == (DEFAULT.columns.title, DEFAULT.columns.path)
