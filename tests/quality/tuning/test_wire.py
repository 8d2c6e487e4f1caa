from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grooveseek.quality.tuning.grid import Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.report import Measured, NothingToTune, Report
from grooveseek.quality.tuning.wire import nothing_to_wire, report_to_wire
from support.quality import golden_set, tuning_report

BETTER = Condition(60.0, 4.0, 1.0, 1.0)
DEFAULT_WIRE = {
    "rrf_k": 60.0,
    "bm25_heading_weight": 2.0,
    "bm25_context_weight": 1.0,
    "bm25_content_weight": 1.0,
}
BETTER_WIRE = DEFAULT_WIRE | {"bm25_heading_weight": 4.0}


def wire(report: Report) -> Any:
    plan = Plan(golden_set(), (1, 5), 5)
    return json.loads(json.dumps(report_to_wire(report, plan, Path("/kb"), "hash"), allow_nan=False))


def test_the_keys() -> None:
    found = wire(tuning_report([{}, {}]))
    assert {
        "kb_path": "/kb",
        "golden_path": "golden.yml",
        "model": "hash",
        "reranker": None,
        "limit": 5,
        "candidate_pool": 50,
        "primary_k": 5,
        "k_values": [1, 5],
        "chunk_total": 100,
        "context_axis_noop": False,
        "query_count": 3,
        "effective_query_count": 2,
    }.items() <= found.items()
    assert found["diagnostics"][0] == {
        "id": "q0",
        "fts_candidates": 10,
        "fts_total_matches": 12,
        "vec_fts_overlap": 3,
        "bm25_sensitive": True,
        "idf_clamped": False,
        "rrf_ties": 2,
        "effective": True,
    }
    assert found["diagnostics"][-1]["effective"] is False
    assert found["reach"]["movable"] == 0
    assert found["verdict"]["decision"] == "keep_default"
    assert set(found["verdict"]) == {"decision", "reasons"}


def test_a_gain_that_is_adopted() -> None:
    found = wire(tuning_report([{BETTER: 0.75}] * 4, configured=Measured(BETTER, 0.75)))
    assert found["verdict"] == {
        "decision": "adopt",
        "condition": BETTER_WIRE,
        "toml_snippet": (
            "[search.fusion]\nrrf_k = 60.0\nbm25_heading_weight = 4.0\nbm25_context_weight = 1.0\n"
            "bm25_content_weight = 1.0\n"
        ),
    }
    loo = found["loo"]
    assert (loo["refit"], loo["folds"], loo["held_out_diffs"]) == (BETTER_WIRE, [BETTER_WIRE] * 4, [0.25] * 4)
    assert (loo["mean_delta"], loo["paired_se"], loo["selection_stability"]) == (0.25, 0.0, 1.0)
    assert loo["sign_test"] == {"improved": 4, "degraded": 0, "tied": 0, "p_value": 0.125}
    grid = found["grid"]
    assert (grid["rrf_k"], grid["bm25_weights"]) == ([5, 10, 20, 30, 60, 100], [0.5, 1, 2, 4])
    assert grid["top_weight_conditions"][0] == {"condition": BETTER_WIRE, "ndcg": 0.75}
    assert [each["condition"]["rrf_k"] for each in grid["rrf_k_sweep"]] == [5, 10, 20, 30, 60, 100]
    assert grid["configured"] == {"condition": BETTER_WIRE, "ndcg": 0.75}
    assert found["secondary_metrics"]["baseline"]["recall_at_k"] == {"1": 0.5, "5": 0.75}
    assert found["secondary_metrics"]["violations"] == []
    assert found["per_query_impact"] == {"improved": 1, "degraded": 0, "worst_delta": 0.0, "worst_query": None}


def test_an_unknown_error_is_null() -> None:
    found = wire(tuning_report([{}]))
    assert found["loo"]["paired_se"] is None
    assert found["verdict"]["decision"] == "keep_default"


def test_no_report_has_a_reason_for_programs() -> None:
    assert nothing_to_wire(NothingToTune({"a": 1, "b": 0})) == {
        "reason": "no-effective-query",
        "message": "fewer than 2 FTS candidates for every query",
        "fts_candidates": {"a": 1, "b": 0},
    }
