"""One run: every golden question asked of one snapshot, and what its answers are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grooveseek.index.protocol import Snapshot
from grooveseek.models.protocol import Models
from grooveseek.quality.evaluation.corpus import CorpusDigest, every_chunk
from grooveseek.quality.evaluation.fingerprint import fingerprint_of
from grooveseek.quality.evaluation.metrics import Located, ndcg_at, recall_at, reciprocal_rank
from grooveseek.quality.evaluation.plan import Plan
from grooveseek.quality.evaluation.quotes import QuoteScan
from grooveseek.quality.evaluation.record import Aggregate, Metrics, Place, QueryResult, RankedHit, Run
from grooveseek.quality.golden.set import Expected, GoldenQuery
from grooveseek.search.ask import ask_snapshot

Progress = Callable[[int, int], None]
"""Hears how many queries of how many are done."""


def evaluate(snapshot: Snapshot, models: Models, plan: Plan, timestamp: str, progress: Progress) -> Run:
    """Raises `ModelError` where a question cannot be embedded or reranked: half a run is worth nothing."""
    results = []
    for place, query in enumerate(plan.golden.queries, 1):
        results.append(_asked(snapshot, models, plan, query))
        progress(place, len(plan.golden.queries))
    digest, quotes = CorpusDigest(), QuoteScan(plan.golden.queries)
    for chunk in every_chunk(snapshot):
        digest.add(chunk)
        quotes.add(chunk)
    return Run(
        timestamp=timestamp,
        fingerprint=fingerprint_of(plan, snapshot.facts()),
        per_query=tuple(results),
        aggregate=aggregate(results),
        corpus=digest.corpus(),
        findings=quotes.findings(results),
    )


def _asked(snapshot: Snapshot, models: Models, plan: Plan, query: GoldenQuery) -> QueryResult:
    answer = ask_snapshot(snapshot, models, plan.request(query.query))
    hits = tuple(RankedHit(rank, hit.path, hit.heading, hit.score) for rank, hit in enumerate(answer.hits, 1))
    return QueryResult(
        id=query.id,
        query=query.query,
        expected=tuple(Place(entry.path, entry.heading) for entry in query.expected),
        top_k=hits,
        metrics=measured(query.expected, hits, plan.k_values),
    )


def measured(expected: Sequence[Expected], hits: Sequence[Located], k_values: Sequence[int]) -> Metrics:
    return Metrics(
        recall_at_k={k: recall_at(k, expected, hits) for k in k_values},
        reciprocal_rank=reciprocal_rank(expected, hits),
        ndcg_at_k={k: ndcg_at(k, expected, hits) for k in k_values},
    )


def aggregate(results: Sequence[QueryResult]) -> Aggregate:
    """Means over the queries that expect something."""
    return mean_of([result.metrics for result in results if result.expected])


def mean_of(metrics: Sequence[Metrics]) -> Aggregate:
    """Nothing but zeros of none."""
    if not metrics:
        return Aggregate({}, 0.0, {}, 0)
    k_values = metrics[0].recall_at_k
    return Aggregate(
        recall_at_k={k: _mean([each.recall_at_k[k] for each in metrics]) for k in k_values},
        mrr=_mean([each.reciprocal_rank for each in metrics]),
        ndcg_at_k={k: _mean([each.ndcg_at_k[k] for each in metrics]) for k in k_values},
        query_count=len(metrics),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
