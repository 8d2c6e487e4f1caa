"""A tuning for people at a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from grooveseek.config.shown import printable
from grooveseek.quality.paint import Paint
from grooveseek.quality.tuning.grid import GRID, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.question import Diagnostics
from grooveseek.quality.tuning.report import Reach, Report
from grooveseek.text.counted import counted

ADVICE = "Confirm it with `groove eval` under your reranker before you keep it."


def report_to_text(report: Report, plan: Plan, kb_path: Path, model: str, paint: Paint) -> str:
    parts = (
        _header(report, plan, kb_path, model),
        reach_lines(report.reach),
        _diagnostics(report),
        _grid(report),
        _validation(report),
        _secondary(report),
        _verdict(report, paint),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def _header(report: Report, plan: Plan, kb_path: Path, model: str) -> Iterator[str]:
    yield f"groove tune  {printable(kb_path)}"
    yield f"golden {printable(plan.golden.path)}"
    yield f"model {model}, reranker none, limit {plan.limit}, pool of at least {report.pool} candidates a leg"
    yield f"quality filter {f'at {plan.min_quality:g}' if plan.min_quality else 'off: every chunk could be found'}"
    yield (
        f"{counted(report.chunk_total, 'chunk')}, {counted(len(report.diagnostics), 'query', 'queries')}, "
        f"{len(report.effective_ids)} of them effective"
    )
    if report.context_is_empty:
        yield "! no chunk has a context: the weight of the context is not measured"


def reach_lines(reach: Reach) -> Iterator[str]:
    """How much of the set any choice of constants could move."""
    yield "what the constants can move"
    share = reach.movable / reach.questions
    questions = counted(reach.questions, "query", "queries")
    yield f"  {reach.movable} of {questions} ({share:.0%}) with another nDCG@5 under some condition"
    yield (
        f"  mean nDCG@5 of all effective ones ({reach.effective}): {reach.default:.4f} by default, {reach.best:.4f} "
        f"at best with one condition for all (chosen in hindsight)"
    )
    yield f"  between {reach.floor:.4f} and {reach.ceiling:.4f} if each query had its own worst or best condition"


def _diagnostics(report: Report) -> Iterator[str]:
    yield "queries"
    yield "  FTS  total  both  ties  notes  id"
    for each in report.diagnostics:
        yield (
            f"  {each.fts_candidates:>3}  {each.fts_total_matches:>5}  {each.vec_fts_overlap:>4}  {each.rrf_ties:>4}  "
            f"{marks(each):<5}  {printable(each.id)}"
        )
    yield "  FTS: candidates by words in the pool; total: chunks that match; both: candidates of both legs (with 0,"
    yield "  rrf_k cannot reorder the query); ties: equal neighbours in the fused list; notes: w the weights change the"
    yield "  order by words, c the weight of a phrase may be at its floor, - not effective"


def marks(each: Diagnostics) -> str:
    return "".join(
        mark
        for mark, holds in (("w", each.bm25_sensitive), ("c", each.idf_clamped), ("-", not each.effective))
        if holds
    )


def _grid(report: Report) -> Iterator[str]:
    yield "best weights at rrf_k 60 (mean nDCG@5)"
    yield from (f"  {each.ndcg:.4f}  {_weights(each.condition)}" for each in report.top_weights)
    yield f"rrf_k at {_weights(report.chosen)}"
    yield from (f"  {each.ndcg:.4f}  rrf_k {each.condition.rrf_k:g}" for each in report.k_sweep)
    if report.configured is not None:
        condition = report.configured.condition
        yield "as configured in [search.fusion]"
        yield f"  {report.configured.ndcg:.4f}  {_weights(condition)}, rrf_k {condition.rrf_k:g}"


def _weights(condition: Condition) -> str:
    return f"heading {condition.heading:g}, context {condition.context:g}, content {condition.content:g}"


def _validation(report: Report) -> Iterator[str]:
    validation, sign = report.validation, report.validation.sign_test
    chosen, error = GRID[validation.refit], validation.standard_error
    yield "leave-one-out cross-validation"
    yield f"  chosen with all queries: {_weights(chosen)}, rrf_k {chosen.rrf_k:g}"
    yield f"  mean held-out gain {validation.mean:+.4f}, SE {f'{error:.4f}' if math.isfinite(error) else 'unknown'}"
    yield f"  the same choice in {validation.stability:.0%} of the folds"
    yield (
        f"  sign test: {sign.improved} improved, {sign.degraded} degraded, {sign.tied} tied, p = {sign.p_value:.3f} "
        "(for information)"
    )


def _secondary(report: Report) -> Iterator[str]:
    yield "other metrics over all queries, default -> chosen"
    for k, value in report.baseline.recall_at_k.items():
        yield f"  recall@{k:<3} {value:.4f} -> {report.refit.recall_at_k[k]:.4f}"
    yield f"  MRR        {report.baseline.mrr:.4f} -> {report.refit.mrr:.4f}"
    impact = report.impact
    worst = (
        f", worst {impact.worst_delta:+.4f} ({printable(impact.worst_query)})" if impact.worst_query is not None else ""
    )
    yield f"  nDCG@5 query by query: {impact.improved} improved, {impact.degraded} degraded{worst}"


def _verdict(report: Report, paint: Paint) -> Iterator[str]:
    if report.verdict.adopts:
        yield paint("adopt", "green")
        yield ""
        yield report.verdict.snippet.rstrip("\n")
        yield ""
        yield ADVICE
        return
    yield paint("keep the default", "blue") + ", which is the usual outcome:"
    yield from (f"  - {reason}" for reason in report.verdict.reasons)
