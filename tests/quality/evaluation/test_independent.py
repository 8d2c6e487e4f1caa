"""Figures of runs against those of an independent tool on the same rankings."""

from __future__ import annotations

import random
from pathlib import Path

import ir_measures
import msgspec
import pytest
import yaml
from ir_measures import RR, R, nDCG

from grooveseek.quality.evaluation.plan import Plan
from grooveseek.quality.evaluation.record import Aggregate, QueryResult
from grooveseek.quality.evaluation.run import aggregate, evaluate
from grooveseek.quality.golden.set import load_golden
from grooveseek.search.settings import SearchSettings
from support.cli import user
from support.indexing import Base
from support.models import GivenModels
from support.paths import SHARED_DATA, copy_of, needs_shared_data
from support.quality import asking, result_of
from support.soak import rounds

GOLDEN = SHARED_DATA / "cranfield" / "golden.yml"
MEASURES = [R @ 1, R @ 5, R @ 10, nDCG @ 1, nDCG @ 5, nDCG @ 10, RR]


def independent(results: list[QueryResult]) -> dict[str, dict[str, float]]:
    """Figures of ir_measures on the same ranking: scored by rank, later hits of a document under names of their own."""
    relevant = [ir_measures.Qrel(result.id, entry.path, 1) for result in results for entry in result.expected]
    ranking = []
    for result in results:
        seen: set[str] = set()
        for hit in result.top_k:
            name = hit.path if hit.path not in seen else f"{hit.path} again at {hit.rank}"
            seen.add(hit.path)
            ranking.append(ir_measures.ScoredDoc(result.id, name, -float(hit.rank)))
    figures: dict[str, dict[str, float]] = {
        result.id: {str(measure): 0.0 for measure in MEASURES} for result in results
    }
    for metric in ir_measures.iter_calc(MEASURES, relevant, ranking):
        figures[metric.query_id][str(metric.measure)] = metric.value
    return figures


def own(result: QueryResult) -> dict[str, float]:
    found = {f"R@{k}": value for k, value in result.metrics.recall_at_k.items()}
    found |= {f"nDCG@{k}": value for k, value in result.metrics.ndcg_at_k.items()}
    return found | {"RR": result.metrics.reciprocal_rank}


def assert_equal_figures(results: list[QueryResult], figures: Aggregate, tolerance: float) -> None:
    expected = independent(results)
    for result in results:
        assert own(result) == pytest.approx(expected[result.id], abs=tolerance, rel=0)
    means = {name: sum(expected[result.id][name] for result in results) / len(results) for name in map(str, MEASURES)}
    assert own_means(figures.recall_at_k, figures.ndcg_at_k, figures.mrr) == pytest.approx(means, abs=tolerance, rel=0)


def own_means(recall: dict[int, float], ndcg: dict[int, float], mrr: float) -> dict[str, float]:
    return {f"R@{k}": v for k, v in recall.items()} | {f"nDCG@{k}": v for k, v in ndcg.items()} | {"RR": mrr}


def test_document_figures_equal_those_of_an_independent_tool() -> None:
    chance = random.Random(11)
    paths = [f"{number}.md" for number in range(30)]
    results = []
    for number in range(300):
        query = asking(f"query {number}", *chance.sample(paths, chance.randint(1, 14)))
        results.append(result_of(query, *chance.choices(paths, k=chance.randint(1, 25))))
    assert_equal_figures(results, aggregate(results), 1e-12)


@needs_shared_data
@pytest.mark.timeout(300)
def test_figures_on_a_judged_collection_equal_those_of_an_independent_tool(tmp_path: Path) -> None:
    base = Base(copy_of("cranfield", tmp_path))
    base.run()
    plan = Plan(load_golden(GOLDEN), SearchSettings(min_quality=0.0), (1, 5, 10), 10)
    with base.index.snapshot() as snapshot:
        run = evaluate(snapshot, GivenModels(base.embedder), plan, "t", lambda _done, _total: None)
    base.close()
    assert run.aggregate.query_count == 225
    assert run.aggregate.recall_at_k[10] > 0.2
    assert_equal_figures(list(run.per_query), run.aggregate, 1e-12)


@needs_shared_data
@pytest.mark.timeout(1800)
def test_figures_of_the_program_with_its_own_model_equal_them_too(tmp_path: Path) -> None:
    """On the first abstracts of the collection; under `scripts/soak` on all of them."""
    someone = user(tmp_path)
    wanted = sorted((SHARED_DATA / "cranfield" / "kb").rglob("*.md"))[: rounds(80, 1400)]
    for path in wanted:
        someone.note(path.relative_to(SHARED_DATA / "cranfield" / "kb").as_posix(), path.read_text("utf-8"))
    names = {path.relative_to(SHARED_DATA / "cranfield" / "kb").as_posix() for path in wanted}
    asked = [
        query
        for query in yaml.safe_load(GOLDEN.read_text("utf-8"))["queries"]
        if names.intersection(entry["path"] for entry in query["expected"])
    ]
    someone.note(".groove-eval.yml", yaml.safe_dump({"queries": asked}))
    assert someone.on_notes("index", "--quiet").code == 0
    ran = someone.on_notes("eval", "--format", "json")
    assert ran.code == 0, ran.err
    results = msgspec.convert(ran.json["per_query"], list[QueryResult], strict=False)
    figures = msgspec.convert(ran.json["aggregate"], Aggregate, strict=False)
    assert figures.query_count == len(asked) >= 20
    assert figures.mrr > 0.4
    assert_equal_figures(results, figures, 1e-9)
