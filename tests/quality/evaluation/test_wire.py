from __future__ import annotations

import json
from typing import Any

import msgspec

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Finding, Quoted, Run
from grooveseek.quality.evaluation.wire import run_to_wire
from support.quality import FINGERPRINT, asking, result_of, run_of

RUN = run_of(result_of(asking("q", "a.md", "b.md#H"), "a.md", "b.md#h"))


def wire(run: Run, comparison: Comparison | None = None) -> Any:
    return json.loads(json.dumps(run_to_wire(run, comparison), allow_nan=False))


def test_the_keys_of_a_first_run() -> None:
    found = wire(RUN)
    assert list(found) == [
        "timestamp",
        "fingerprint",
        "corpus",
        "corpus_changed",
        "aggregate",
        "per_query",
        "findings",
        "previous",
        "diff",
    ]
    assert (found["corpus_changed"], found["previous"], found["diff"]) == (None, None, None)
    assert found["findings"] == []
    assert found["corpus"] == {"documents": 2, "chunks": 3, "digest": "ab"}
    assert set(found["aggregate"]) == {"recall_at_k", "mrr", "ndcg_at_k", "query_count"}
    (query,) = found["per_query"]
    assert query["expected"] == [{"path": "a.md", "heading": None}, {"path": "b.md", "heading": "H"}]
    assert query["top_k"][1] == {"rank": 2, "path": "b.md", "heading": "h", "score": 0.5}
    assert query["metrics"]["recall_at_k"] == {"1": 0.5, "5": 1.0, "10": 1.0}


def test_a_run_without_a_corpus() -> None:
    assert wire(run_of(corpus=None))["corpus"] is None


def test_a_comparable_run_gives_a_difference() -> None:
    before = run_of(result_of(asking("q", "a.md", "b.md#H"), "a.md"))
    found = wire(RUN, Comparison(RUN, before))
    assert found["diff"]["recall_at_k"] == {"1": 0.0, "5": 0.5, "10": 0.5}
    assert found["diff"]["mrr"] == 0.0
    assert found["previous"]["aggregate"]["recall_at_k"] == {"1": 0.5, "5": 0.5, "10": 0.5}
    assert found["corpus_changed"] is False


def test_an_incomparable_run_is_shown_without_a_difference() -> None:
    before = run_of(fingerprint=msgspec.structs.replace(FINGERPRINT, limit=3), corpus=None)
    found = wire(RUN, Comparison(RUN, before))
    assert found["previous"]["fingerprint"]["limit"] == 3
    assert (found["diff"], found["corpus_changed"]) == (None, None)


def test_a_rank_is_there_even_where_there_is_none() -> None:
    found = wire(run_of(findings=(Finding("golden-queries-quoted", "n.md", (Quoted("a", 3), Quoted("b", None))),)))
    assert found["findings"] == [
        {
            "check": "golden-queries-quoted",
            "path": "n.md",
            "quoted": [{"query_id": "a", "rank_in_top_k": 3}, {"query_id": "b", "rank_in_top_k": None}],
        }
    ]
