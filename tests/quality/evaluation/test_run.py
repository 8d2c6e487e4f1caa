"""Runs on real indexes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.protocol import Vector
from grooveseek.quality.evaluation.plan import Plan
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.evaluation.run import aggregate, evaluate
from grooveseek.quality.golden.set import GoldenQuery
from grooveseek.search.settings import SearchSettings
from support.indexing import Base
from support.models import GivenModels, HashEmbedder, OverlapReranker
from support.quality import asking, golden_set, result_of

STEPS: list[tuple[int, int]] = []


def measure(base: Base, plan: Plan, reranker: OverlapReranker | None = None) -> Run:
    with base.index.snapshot() as snapshot:
        models = GivenModels(base.embedder, reranker)
        return evaluate(snapshot, models, plan, "2026-01-02T03:04:05Z", lambda done, total: STEPS.append((done, total)))


def plan_for(*queries: GoldenQuery, k: tuple[int, ...] = (1, 5, 10), reranker: str | None = None) -> Plan:
    settings = SearchSettings(min_quality=0.0, reranker=reranker is not None)
    return Plan(golden_set(*queries), settings, k, max(k), reranker)


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    made = Base(tmp_path / "kb")
    made.write(
        {
            "anchor.md": "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n",
            "sail.md": "# Sails\n\n"
            "All about canvas, its care, its repair and the way it is folded away in the winter.\n\n## Reefing\n\n"
            "Reef the sail early, and shake the reef out late, when the wind has been down for a while.\n",
            "stub.md": "# Stub\n\ntodo\n",
        }
    )
    made.run()
    yield made
    made.close()


def test_a_run_measures_every_query_and_says_how_far_it_is(base: Base) -> None:
    STEPS.clear()
    run = measure(
        base,
        plan_for(
            asking("drop the anchor", "anchor.md"),
            asking("reef the sail early", "sail.md#reefing"),
            asking("whatever"),
        ),
    )
    first, second, third = run.per_query
    assert first.top_k[0].path == "anchor.md"
    assert first.metrics.recall_at_k == {1: 1.0, 5: 1.0, 10: 1.0}
    assert (second.top_k[0].path, second.top_k[0].heading) == ("sail.md", "Reefing")
    assert second.metrics.reciprocal_rank == 1.0
    assert third.metrics.recall_at_k == {1: 0.0, 5: 0.0, 10: 0.0}
    assert run.aggregate.query_count == 2
    assert run.aggregate.mrr == 1.0
    assert STEPS == [(1, 3), (2, 3), (3, 3)]


def test_chunks_of_low_quality_are_found_unless_the_filter_is_asked_for(base: Base) -> None:
    query = asking("stub todo", "stub.md")
    assert measure(base, plan_for(query)).aggregate.mrr == 1.0
    filtered = Plan(golden_set(query), SearchSettings(min_quality=0.9), (1,), 1)
    assert measure(base, filtered).aggregate.mrr == 0.0


def test_every_query_runs_through_the_reranker(base: Base) -> None:
    reranker = OverlapReranker()
    measure(base, plan_for(asking("drop", "anchor.md"), asking("reef", "sail.md"), reranker="bge-base"), reranker)
    assert [question for question, _ in reranker.calls] == ["drop", "reef"]


def test_a_model_that_fails_ends_the_run(base: Base) -> None:
    class Broken(HashEmbedder):
        def embed_query(self, text: str) -> Vector:
            raise ModelError("gone")

    base.embedder = Broken()
    with pytest.raises(ModelError):
        measure(base, plan_for(asking("drop", "anchor.md")))


def test_a_run_reads_one_state_while_others_write(base: Base) -> None:
    def write_more(done: int, _total: int) -> None:
        if done == 1:
            base.write({"new.md": "# New\n\nDrop the anchor, drop the anchor, drop the anchor.\n"})
            base.run()

    plan = plan_for(asking("drop the anchor", "anchor.md"), asking("drop the  anchor", "anchor.md"))
    with base.index.snapshot() as snapshot:
        run = evaluate(snapshot, GivenModels(base.embedder), plan, "t", write_more)
    assert run.corpus is not None
    assert run.corpus.documents == 3
    assert [hit.path for hit in run.per_query[0].top_k] == [hit.path for hit in run.per_query[1].top_k]


def test_averages_leave_out_queries_that_expect_nothing() -> None:
    results = [result_of(asking("a", "a.md"), "a.md"), result_of(asking("b", "b.md"), "x.md"), result_of(asking("c"))]
    found = aggregate(results)
    assert found.recall_at_k == {1: 0.5, 5: 0.5, 10: 0.5}
    assert (found.mrr, found.query_count) == (0.5, 2)


def test_without_a_query_to_average_there_is_nothing_but_zeros() -> None:
    found = aggregate([result_of(asking("c"))])
    assert (found.recall_at_k, found.mrr, found.ndcg_at_k, found.query_count) == ({}, 0.0, {}, 0)
