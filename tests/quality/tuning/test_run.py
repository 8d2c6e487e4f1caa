"""Tuning on real indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grooveseek.documents.document import Chunk
from grooveseek.index.open import open_index
from grooveseek.models.protocol import Embedder
from grooveseek.quality.evaluation.plan import Plan as EvaluationPlan
from grooveseek.quality.evaluation.run import evaluate
from grooveseek.quality.golden.set import GoldenQuery
from grooveseek.quality.tuning.grid import DEFAULT, GRID, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.report import NothingToTune, Report
from grooveseek.quality.tuning.run import tune
from grooveseek.search.settings import SearchSettings
from support.index import document, write_embedded
from support.indexing import Base
from support.models import GivenModels, HashEmbedder
from support.quality import asking, golden_set


def silent(_done: int, _total: int) -> None:
    pass


def tuned(base: Base, *queries: GoldenQuery, **changes: object) -> Report:
    plan = replace(Plan(golden_set(*queries), (1, 5), 5), **changes)  # type: ignore[arg-type]
    with base.index.snapshot() as snapshot:
        report = tune(snapshot, base.embedder, plan, silent)
    assert isinstance(report, Report)
    return report


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    """Ten notes on knots: the one asked for has the words in its heading, the others say them in their text."""
    made = Base(tmp_path / "kb")
    made.write(
        {"knots/right.md": "# Bowline knot\n\nA loop that neither slips nor jams, made at the end of any line.\n"}
    )
    made.write(
        {
            f"knots/{number}.md": f"# Note {number}\n\nThe bowline knot is not this: bowline, knot, number {number}.\n"
            for number in range(9)
        }
    )
    made.run()
    yield made
    made.close()


QUESTIONS = (
    asking("bowline knot", "knots/right.md", name="heading"),
    asking("neither slips nor jams", "knots/right.md", name="text"),
    asking("bowline knot number 3", "knots/3.md", name="number"),
)


def test_every_effective_question_is_measured_under_every_condition(base: Base) -> None:
    report = tuned(base, *QUESTIONS)
    assert [each.id for each in report.diagnostics] == ["heading", "text", "number"]
    assert report.effective_ids == ("heading", "number")
    assert report.scores.shape == (2, len(GRID))
    by_id = {each.id: each for each in report.diagnostics}
    assert (by_id["heading"].fts_candidates, by_id["heading"].fts_total_matches) == (10, 10)
    assert by_id["heading"].idf_clamped
    assert (by_id["text"].fts_candidates, by_id["text"].effective) == (1, False)


def test_heavier_headings_move_the_question_they_answer(base: Base) -> None:
    report = tuned(base, *QUESTIONS)
    heading = dict(zip(GRID, report.scores[0].tolist(), strict=True))
    assert heading[Condition(5.0, 4.0, 0.5, 0.5)] > heading[Condition(5.0, 0.5, 0.5, 4.0)]
    assert report.diagnostics[0].bm25_sensitive
    reach = report.reach
    assert (reach.questions, reach.effective) == (3, 2)
    assert 1 <= reach.movable <= 2
    assert reach.floor <= reach.default <= reach.best <= reach.ceiling


def test_the_baseline_is_what_eval_measures(base: Base) -> None:
    report = tuned(base, *QUESTIONS)
    settings = SearchSettings(min_quality=0.0)
    with base.index.snapshot() as snapshot:
        plan = EvaluationPlan(golden_set(*QUESTIONS), settings, (1, 5), 5)
        run = evaluate(snapshot, GivenModels(base.embedder), plan, "t", silent)
    assert report.baseline == run.aggregate


def test_the_refitted_metrics_are_those_of_a_search_so_configured(base: Base) -> None:
    report = tuned(base, *QUESTIONS)
    settings = SearchSettings(min_quality=0.0, rrf_k=report.chosen.rrf_k, weights=report.chosen.columns)
    with base.index.snapshot() as snapshot:
        plan = EvaluationPlan(golden_set(*QUESTIONS), settings, (1, 5), 5)
        run = evaluate(snapshot, GivenModels(base.embedder), plan, "t", silent)
    assert report.refit == run.aggregate


def test_what_is_configured_is_a_row_of_its_own(base: Base) -> None:
    assert tuned(base, *QUESTIONS).configured is None
    configured = Condition(60.0, 4.0, 1.0, 1.0)
    report = tuned(base, *QUESTIONS, configured=configured)
    assert report.configured is not None
    assert report.configured.condition == configured
    assert report.configured.ndcg == pytest.approx(report.means[GRID.index(configured)], abs=1e-12)


def test_the_sweeps_are_sorted_by_score_and_by_constant(base: Base) -> None:
    report = tuned(base, *QUESTIONS)
    scores = [each.ndcg for each in report.top_weights]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 5
    assert {each.condition.rrf_k for each in report.top_weights} == {60.0}
    assert [each.condition.rrf_k for each in report.k_sweep] == [5, 10, 20, 30, 60, 100]
    assert {each.condition.weights for each in report.k_sweep} == {report.chosen.weights}


def test_few_questions_never_adopt(base: Base) -> None:
    report = tuned(base, QUESTIONS[0])
    assert report.validation.standard_error == float("inf")
    assert not report.verdict.adopts


def test_words_that_occur_nowhere_leave_nothing_to_tune(base: Base) -> None:
    plan = Plan(golden_set(asking("zzzqqx wibblefrotz", "a.md", name="none"), asking("bowline")), (5,), 5)
    with base.index.snapshot() as snapshot:
        found = tune(snapshot, base.embedder, plan, silent)
    assert found == NothingToTune({"none": 0})


def test_without_a_question_that_expects_something_neither(base: Base) -> None:
    with base.index.snapshot() as snapshot:
        assert tune(snapshot, base.embedder, Plan(golden_set(), (5,), 5), silent) == NothingToTune({})


def test_an_index_without_contexts_has_one_axis_less(tmp_path: Path) -> None:
    index = open_index(tmp_path / ".groove.db", create=True)
    embedder: Embedder = HashEmbedder()
    for number in range(3):
        chunk = Chunk(0, f"the bowline knot {number}", breadcrumb="")
        write_embedded(index, document(f"{number}.md", chunk), embedder)
    with index.snapshot() as snapshot:
        plan = Plan(golden_set(asking("bowline knot", "1.md")), (5,), 5)
        report = tune(snapshot, embedder, plan, silent)
    index.close()
    assert isinstance(report, Report)
    assert report.context_is_empty
    by_condition = dict(zip(GRID, report.scores[0].tolist(), strict=True))
    for condition, score in by_condition.items():
        assert score == by_condition[replace(condition, context=DEFAULT.context)]
