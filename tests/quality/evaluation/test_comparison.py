from __future__ import annotations

import math

import msgspec
import pytest

from grooveseek.quality.evaluation.comparison import Comparison, usable_threshold
from grooveseek.quality.evaluation.record import Aggregate, Corpus, Run
from support.quality import FINGERPRINT, run_of


def scored(recall: float, mrr: float = 0.5, ndcg: float = 0.5) -> Run:
    return run_of(aggregate=Aggregate({5: recall}, mrr, {5: ndcg}, 10))


def golden_of(run: Run, sha256: str) -> Run:
    return msgspec.structs.replace(run, fingerprint=msgspec.structs.replace(FINGERPRINT, golden_hash=sha256))


@pytest.mark.parametrize(("now", "expected"), [(0.76, []), (0.70, ["recall@5 0.800 -> 0.700"]), (0.9, [])])
def test_a_loss_over_the_threshold_is_a_regression(now: float, expected: list[str]) -> None:
    assert list(Comparison(scored(now), scored(0.80), 0.05).regressions()) == expected


def test_exactly_the_threshold_is_none() -> None:
    assert list(Comparison(scored(0.25), scored(0.5), 0.25).regressions()) == []


def test_every_metric_is_judged() -> None:
    comparison = Comparison(scored(0.5, 0.3, 0.2), scored(0.5, 0.5, 0.5), 0.05)
    assert list(comparison.regressions()) == ["nDCG@5 0.500 -> 0.200", "MRR 0.500 -> 0.300"]


def test_a_metric_the_previous_run_lacks_counts_as_nothing_and_non_finite_ones_are_passed_over() -> None:
    before = run_of(aggregate=Aggregate({}, math.nan, {5: math.inf}, 10))
    comparison = Comparison(scored(0.1), before, 0.05)
    assert list(comparison.regressions()) == []
    assert comparison.diff is not None
    assert comparison.diff.recall_at_k == {5: 0.1}


def test_the_difference_is_current_minus_previous() -> None:
    diff = Comparison(scored(0.75, 0.25, 1.0), scored(0.5, 0.5, 0.5)).diff
    assert diff is not None
    assert (diff.recall_at_k, diff.mrr, diff.ndcg_at_k) == ({5: 0.25}, -0.25, {5: 0.5})


def test_runs_of_different_fingerprints_are_shown_but_not_judged() -> None:
    comparison = Comparison(scored(0.1), golden_of(scored(0.9), "ff"), 0.05)
    assert not comparison.comparable
    assert comparison.golden_changed
    assert comparison.diff is None
    assert list(comparison.regressions()) == []


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (Corpus(10, 30, "aa"), Corpus(12, 31, "bb"), "10 -> 12 documents, 30 -> 31 chunks"),
        (
            Corpus(10, 30, "aa"),
            Corpus(10, 30, "bb"),
            "the same 10 documents and 30 chunks in number, with different contents",
        ),
    ],
)
def test_a_corpus_that_changed_is_described(before: Corpus, now: Corpus, said: str) -> None:
    comparison = Comparison(run_of(corpus=now), run_of(corpus=before))
    assert comparison.corpus_changed
    assert comparison.corpus_change() == said
    assert comparison.comparable


def test_a_corpus_that_was_not_recorded_never_changed() -> None:
    assert not Comparison(run_of(), run_of(corpus=None)).corpus_changed
    assert not Comparison(run_of(), run_of()).corpus_changed


@pytest.mark.parametrize("configured", [-0.1, math.nan, math.inf])
def test_a_threshold_that_judges_nothing_gives_way_to_the_default(configured: float) -> None:
    warned: list[str] = []
    assert usable_threshold(configured, warned.append) == 0.05
    assert "regression_threshold" in warned[0]


def test_a_usable_threshold_is_used() -> None:
    warned: list[str] = []
    assert [usable_threshold(value, warned.append) for value in (0.0, 0.2)] == [0.0, 0.2]
    assert warned == []
