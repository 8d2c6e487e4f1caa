"""The whole measurement: every effective question under every condition, then the choice and its proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grooveseek.index.protocol import Snapshot
from grooveseek.models.protocol import Embedder
from grooveseek.quality.evaluation.corpus import every_chunk
from grooveseek.quality.evaluation.record import Metrics
from grooveseek.quality.evaluation.run import mean_of
from grooveseek.quality.tuning.grid import DEFAULT, GRID, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.question import LEAST_EFFECTIVE, PRIMARY_K, Diagnostics, Question, is_sensitive
from grooveseek.quality.tuning.report import Impact, Measured, NothingToTune, Report
from grooveseek.quality.tuning.validation import NEGLIGIBLE, cross_validate
from grooveseek.quality.tuning.verdict import judge, violations
from grooveseek.search.candidates import sizes

Progress = Callable[[int, int], None]
"""Hears how many questions of how many are done."""


@dataclass(frozen=True, slots=True)
class _Probe:
    """A question, what is known of it, and its scores where it is effective."""

    question: Question
    diagnostics: Diagnostics
    default: Metrics
    scores: Sequence[float] | None


def tune(snapshot: Snapshot, embedder: Embedder, plan: Plan, progress: Progress) -> Report | NothingToTune:
    """Raises `ModelError` where a question cannot be embedded."""
    usable = [query for query in plan.golden.queries if query.expected]
    chunk_total = snapshot.stats().chunks
    context = any(chunk.breadcrumb for chunk in every_chunk(snapshot))
    probes = []
    for place, query in enumerate(usable, 1):
        question = Question.ask(snapshot, embedder, query, plan.limit, plan.settings)
        probes.append(_probe(snapshot, question, plan, chunk_total, context=context))
        progress(place, len(usable))
    effective = [probe for probe in probes if probe.scores is not None]
    if not effective:
        return NothingToTune({probe.diagnostics.id: probe.diagnostics.fts_candidates for probe in probes})
    return _report(snapshot, plan, probes, context=context)


def _probe(snapshot: Snapshot, question: Question, plan: Plan, chunk_total: int, *, context: bool) -> _Probe:
    words = question.words(snapshot, DEFAULT)
    diagnostics = question.diagnose(words, question.total_matches(snapshot, chunk_total), chunk_total)
    default = question.metrics(snapshot, DEFAULT, plan.k_values)
    if len(words) < LEAST_EFFECTIVE:
        return _Probe(question, diagnostics, default, None)
    lists = question.every_list(snapshot, context=context)
    ids = {candidate.chunk_id for some in (*lists.values(), question.meaning) for candidate in some}
    chunks = {chunk.chunk_id: chunk for chunk in snapshot.chunks(sorted(ids))}
    diagnostics = replace(diagnostics, bm25_sensitive=is_sensitive(lists))
    return _Probe(question, diagnostics, default, question.scores(lists, chunks))


def _report(snapshot: Snapshot, plan: Plan, probes: Sequence[_Probe], *, context: bool) -> Report:
    effective = [probe for probe in probes if probe.scores is not None]
    scores = np.array([probe.scores for probe in effective], np.float64)
    validation = cross_validate(scores)
    refit = GRID[validation.refit]
    before = after = [probe.default for probe in probes]
    if refit != DEFAULT:
        after = [probe.question.metrics(snapshot, refit, plan.k_values) for probe in probes]
    baseline, refitted = mean_of(before), mean_of(after)
    fallen = violations(baseline, refitted)
    return Report(
        diagnostics=tuple(probe.diagnostics for probe in probes),
        scores=scores,
        effective_ids=tuple(probe.diagnostics.id for probe in effective),
        chunk_total=snapshot.stats().chunks,
        pool=sizes(probes[0].question.request).leg,
        context_is_empty=not context,
        validation=validation,
        baseline=baseline,
        refit=refitted,
        violations=fallen,
        impact=_impact(probes, before, after),
        verdict=judge(validation, fallen),
        configured=None if plan.configured == DEFAULT else _measured(snapshot, effective, plan.configured),
    )


def _impact(probes: Sequence[_Probe], before: Sequence[Metrics], after: Sequence[Metrics]) -> Impact:
    deltas = [new.ndcg_at_k[PRIMARY_K] - old.ndcg_at_k[PRIMARY_K] for old, new in zip(before, after, strict=True)]
    worst = min(range(len(deltas)), key=lambda place: deltas[place])
    degraded = sum(delta < -NEGLIGIBLE for delta in deltas)
    return Impact(
        improved=sum(delta > NEGLIGIBLE for delta in deltas),
        degraded=degraded,
        worst_delta=deltas[worst] if degraded else 0.0,
        worst_query=probes[worst].diagnostics.id if degraded else None,
    )


def _measured(snapshot: Snapshot, effective: Sequence[_Probe], condition: Condition) -> Measured:
    found = [probe.question.metrics(snapshot, condition, [PRIMARY_K]).ndcg_at_k[PRIMARY_K] for probe in effective]
    return Measured(condition, sum(found) / len(found))
