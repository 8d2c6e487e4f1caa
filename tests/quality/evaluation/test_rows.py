from __future__ import annotations

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.evaluation.rows import MetricRow, QueryRow, metric_rows, query_rows
from support.quality import asking, result_of, run_of

FOUND, MISSED, HALF = (asking(name, "a.md", "b.md") for name in ("found", "missed", "half"))


def run(*, half: tuple[str, ...]) -> Run:
    return run_of(
        result_of(FOUND, "a.md", "b.md"),
        result_of(MISSED, "x.md"),
        result_of(HALF, *half),
        result_of(asking("nothing expected"), "a.md"),
    )


def test_recall_at_each_cut_off_then_mrr_then_the_deepest_ndcg() -> None:
    rows = list(metric_rows(run(half=("a.md",)), None))
    assert [row.name for row in rows] == ["recall@1", "recall@5", "recall@10", "MRR", "nDCG@10"]
    assert rows[1] == MetricRow("recall@5", 0.5, None)


def test_changes_are_against_a_comparable_run() -> None:
    now, before = run(half=("a.md", "b.md")), run(half=("a.md",))
    changes = {row.name: row.change for row in metric_rows(now, Comparison(now, before))}
    assert changes["recall@1"] == 0.0
    assert changes["recall@5"] == now.aggregate.recall_at_k[5] - before.aggregate.recall_at_k[5] > 0


def test_queries_that_missed_or_regressed() -> None:
    now, before = run(half=("a.md",)), run(half=("a.md", "b.md"))
    assert list(query_rows(now, None)) == [
        QueryRow("missed", "missed", 0.0, None),
        QueryRow("missed", "nothing expected", 0.0, None),
    ]
    assert list(query_rows(now, Comparison(now, before))) == [
        QueryRow("missed", "missed", 0.0, 0.0),
        QueryRow("regressed", "half", 0.5, 1.0),
        QueryRow("missed", "nothing expected", 0.0, None),
    ]
    assert [row.kind for row in query_rows(now, Comparison(now, before, threshold=0.5))] == ["missed", "missed"]


def test_a_run_without_cut_offs_has_no_rows_of_queries() -> None:
    bare = run_of(result_of(FOUND, "a.md", k_values=()))
    assert [row.name for row in metric_rows(bare, None)] == ["MRR"]
