"""What a reader sees of a run first: its metrics, and the queries that went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Run


@dataclass(frozen=True, slots=True)
class MetricRow:
    name: str
    value: float
    change: float | None
    """Against a comparable run; None without one."""


@dataclass(frozen=True, slots=True)
class QueryRow:
    """One query by its recall at the largest cut-off."""

    kind: Literal["missed", "regressed"]
    id: str
    value: float
    before: float | None


def metric_rows(run: Run, comparison: Comparison | None) -> Iterator[MetricRow]:
    """Recall at every cut-off, the mean reciprocal rank, and nDCG at the largest cut-off."""
    diff = comparison.diff if comparison else None
    for k, value in run.aggregate.recall_at_k.items():
        yield MetricRow(f"recall@{k}", value, diff.recall_at_k[k] if diff else None)
    yield MetricRow("MRR", run.aggregate.mrr, diff.mrr if diff else None)
    if run.aggregate.ndcg_at_k:
        k = max(run.aggregate.ndcg_at_k)
        yield MetricRow(f"nDCG@{k}", run.aggregate.ndcg_at_k[k], diff.ndcg_at_k[k] if diff else None)


def query_rows(run: Run, comparison: Comparison | None) -> Iterator[QueryRow]:
    """The queries that found nothing they expect, or less than before by more than the threshold."""
    k = max(run.fingerprint.k_values, default=None)
    if k is None:
        return
    before = _recalls(comparison.previous, k) if comparison and comparison.comparable else {}
    for result in run.per_query:
        value, old = result.metrics.recall_at_k[k], before.get(result.id)
        if comparison and old is not None and old - value > comparison.threshold:
            yield QueryRow("regressed", result.id, value, old)
        elif value == 0:
            yield QueryRow("missed", result.id, value, old)


def _recalls(run: Run, k: int) -> dict[str, float]:
    return {result.id: result.metrics.recall_at_k.get(k, 0.0) for result in run.per_query if result.expected}
