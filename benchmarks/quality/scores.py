"""Figures of rankings: the metrics of `groove eval`, with paired bootstrap intervals of their means and differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from benchmarks.quality.asked import DEPTH, Asked, AskedSet
from numpy.typing import NDArray

from grooveseek.index.records import Candidate
from grooveseek.quality.evaluation.intervals import intervals
from grooveseek.quality.evaluation.metrics import ndcg_at, recall_at, reciprocal_rank

METRICS = ("recall@1", "recall@5", "recall@10", "MRR@10", "nDCG@10")
MRR, NDCG = METRICS.index("MRR@10"), METRICS.index("nDCG@10")

Ranking = Callable[[Asked], Sequence[Candidate]]
Table = NDArray[np.float64]
"""Shape (questions, metrics)."""


@dataclass(frozen=True, slots=True)
class Interval:
    mean: float
    low: float
    high: float


def table(asked: AskedSet, ranking: Ranking) -> Table:
    return np.array([_row(asked, each, ranking(each)) for each in asked.asked])


def _row(asked: AskedSet, each: Asked, ranked: Sequence[Candidate]) -> list[float]:
    hits = [asked.chunks[candidate.chunk_id] for candidate in ranked[:DEPTH]]
    expected = each.question.expected
    recalls = [recall_at(k, expected, hits) for k in (1, 5, 10)]
    return [*recalls, reciprocal_rank(expected, hits), ndcg_at(DEPTH, expected, hits)]


def interval(values: Sequence[float]) -> Interval:
    """Of the mean; of a mean difference, where `values` are differences question by question."""
    low, high = intervals({"": values}).get("", (float(np.mean(values)),) * 2)
    return Interval(float(np.mean(values)), low, high)


def rankings(asked: AskedSet) -> Mapping[str, Ranking]:
    """By the name the results page gives them."""
    return {
        "words": lambda each: each.legs.words,
        "meaning": lambda each: each.legs.meaning,
        "equal votes": lambda each: each.with_equal_votes(),
        "answered": lambda each: each.answered(asked.background),
    }
