"""A tuning as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from grooveseek.quality.evaluation.record import Aggregate
from grooveseek.quality.tuning.grid import GRID, RRF_KS, WEIGHTS, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.question import PRIMARY_K
from grooveseek.quality.tuning.report import Measured, NothingToTune, Report
from grooveseek.quality.tuning.validation import CrossValidation
from grooveseek.quality.tuning.verdict import Verdict


def report_to_wire(report: Report, plan: Plan, kb_path: Path, model: str) -> dict[str, Any]:
    return {
        "kb_path": str(kb_path),
        "golden_path": str(plan.golden.path),
        "model": model,
        "reranker": None,
        "limit": plan.limit,
        "candidate_pool": report.pool,
        "primary_k": PRIMARY_K,
        "k_values": list(plan.k_values),
        "chunk_total": report.chunk_total,
        "quality_filter": plan.min_quality or None,
        "context_axis_noop": report.context_is_empty,
        "query_count": len(report.diagnostics),
        "effective_query_count": len(report.effective_ids),
        "reach": asdict(report.reach),
        "diagnostics": [{**asdict(each), "effective": each.effective} for each in report.diagnostics],
        "grid": {
            "rrf_k": list(RRF_KS),
            "bm25_weights": list(WEIGHTS),
            "top_weight_conditions": _measured(report.top_weights),
            "rrf_k_sweep": _measured(report.k_sweep),
            "configured": _measured([report.configured])[0] if report.configured else None,
        },
        "loo": _validation(report.validation),
        "secondary_metrics": {
            "baseline": _aggregate(report.baseline),
            "refit": _aggregate(report.refit),
            "violations": list(report.violations),
        },
        "per_query_impact": asdict(report.impact),
        "verdict": _verdict(report.verdict),
    }


def nothing_to_wire(nothing: NothingToTune) -> dict[str, Any]:
    """Why there is no report, for whoever reads stderr by program."""
    return {
        "reason": "no-effective-query",
        "message": "fewer than 2 FTS candidates for every query",
        "fts_candidates": dict(nothing.candidates),
    }


def _condition(condition: Condition) -> dict[str, float]:
    return {
        "rrf_k": condition.rrf_k,
        "bm25_heading_weight": condition.heading,
        "bm25_context_weight": condition.context,
        "bm25_content_weight": condition.content,
    }


def _measured(some: Sequence[Measured]) -> list[dict[str, Any]]:
    return [{"condition": _condition(each.condition), "ndcg": each.ndcg} for each in some]


def _validation(validation: CrossValidation) -> dict[str, Any]:
    error, sign = validation.standard_error, validation.sign_test
    return {
        "refit": _condition(GRID[validation.refit]),
        "folds": [_condition(GRID[place]) for place in validation.chosen],
        "held_out_diffs": list(validation.held_out),
        "mean_delta": validation.mean,
        "paired_se": error if math.isfinite(error) else None,
        "selection_stability": validation.stability,
        "sign_test": {**asdict(sign), "p_value": sign.p_value},
    }


def _aggregate(figures: Aggregate) -> Any:
    return msgspec.to_builtins(figures, str_keys=True)


def _verdict(verdict: Verdict) -> dict[str, Any]:
    if verdict.adopts:
        return {
            "decision": "adopt",
            "condition": _condition(verdict.condition),
            "toml_snippet": verdict.snippet,
        }
    return {"decision": "keep_default", "reasons": list(verdict.reasons)}
