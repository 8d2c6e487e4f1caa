from __future__ import annotations

import tomllib

import pytest

from grooveseek.quality.evaluation.record import Aggregate
from grooveseek.quality.tuning.grid import DEFAULT_PLACE, GRID, POSITIONS, Condition
from grooveseek.quality.tuning.validation import CrossValidation
from grooveseek.quality.tuning.verdict import Verdict, judge, violations

CHOSEN = Condition(10.0, 4.0, 1.0, 0.5)
OTHER = POSITIONS[CHOSEN]


def validation(*differences: float, refit: int = OTHER, same: int | None = None) -> CrossValidation:
    count = len(differences) if same is None else same
    return CrossValidation(refit, (refit,) * count + (0,) * (len(differences) - count), differences)


def test_a_clear_gain_is_adopted() -> None:
    verdict = judge(validation(0.1, 0.11, 0.09, 0.1), ())
    assert verdict.adopts
    assert verdict.condition == CHOSEN


@pytest.mark.parametrize(
    ("found", "fallen", "said"),
    [
        (validation(0.1, 0.11, 0.09, refit=DEFAULT_PLACE), (), ["the default is what"]),
        (validation(0.02, 0.02, 0.02), (), ["not over 0.02"]),
        (validation(0.1, 0.0, 0.2, 0.1), (), ["3 x SE (0.1225)"]),
        (validation(0.5), (), ["3 x SE (unknown"]),
        (validation(0.1, 0.11, 0.09, 0.1, same=2), (), ["only 50% of the folds"]),
        (validation(0.1, 0.11, 0.09, 0.1), ("MRR 0.5 -> 0.4",), ["other metrics fall: MRR"]),
        (validation(0.0, 0.0, refit=DEFAULT_PLACE), (), ["the default is what", "not over 0.02", "3 x SE (0.0000)"]),
    ],
)
def test_every_condition_that_fails_is_a_reason_in_order(
    found: CrossValidation, fallen: tuple[str, ...], said: list[str]
) -> None:
    verdict = judge(found, fallen)
    assert not verdict.adopts
    assert len(verdict.reasons) == len(said)
    for reason, part in zip(verdict.reasons, said, strict=True):
        assert part in reason


def test_the_snippet_is_the_configuration_with_a_point_in_every_number() -> None:
    verdict = Verdict(CHOSEN)
    assert verdict.snippet == (
        "[search.fusion]\n"
        "rrf_k = 10.0\n"
        "bm25_heading_weight = 4.0\n"
        "bm25_context_weight = 1.0\n"
        "bm25_content_weight = 0.5\n"
    )
    assert tomllib.loads(verdict.snippet)["search"]["fusion"]["rrf_k"] == 10.0


def test_any_condition_of_the_grid_can_be_configured() -> None:
    from msgspec import convert

    from grooveseek.config.keys import Config

    for condition in GRID:
        convert(tomllib.loads(Verdict(condition).snippet), Config)


def test_lower_metrics_are_violations_unless_they_are_rounding() -> None:
    before = Aggregate({1: 0.5, 5: 0.75}, 0.5, {5: 0.5}, 4)
    after = Aggregate({1: 0.25, 5: 0.75 - 1e-13}, 0.4999, {5: 0.1}, 4)
    assert violations(before, after) == ("recall@1 0.5000 -> 0.2500", "MRR 0.5000 -> 0.4999")
    assert violations(before, before) == ()
