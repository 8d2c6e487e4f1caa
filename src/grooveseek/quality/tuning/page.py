"""A tuning as a page to look at: the verdict, the measured surface, and how far each question can be moved."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from pathlib import Path

from grooveseek.quality.page.shell import facts, figure, page, sentence, table
from grooveseek.quality.tuning.grid import GRID, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.report import Measured, Report
from grooveseek.quality.tuning.surface import ranges, surface
from grooveseek.quality.tuning.text import ADVICE, marks, reach_lines

_SURFACE_CAPTION = (
    "Mean nDCG@5 over the effective questions. In each square the heading weight grows upwards and the content weight "
    "to the right, through 0.5, 1, 2 and 4. Blue is better than the default (D), orange worse, and the stronger the "
    "further; C is what all questions together choose. The strongest colour stands for {largest:.4f}."
)
_RANGES_CAPTION = (
    "Each line is one question that some condition moves: from its worst to its best nDCG@5, the default as a dot, "
    "ordered by it. {still} of {effective} effective questions have the same score whatever the constants, and are "
    "left out."
)


def report_to_page(report: Report, plan: Plan, kb_path: Path, model: str) -> str:
    means = report.means
    largest = max(abs(mean - report.reach.default) for mean in means)
    reach = report.reach
    return page(
        "groove tune",
        f"<h1>Would other constants of fusion answer better?</h1>{_facts(report, plan, kb_path, model)}",
        f"<h2>Verdict</h2>{_verdict(report)}",
        f"<h2>What the constants can move</h2>{_reach(report)}",
        figure(
            ranges(report.scores, report.effective_ids),
            _RANGES_CAPTION.format(still=reach.effective - reach.movable, effective=reach.effective),
        ),
        "<h2>The measured surface</h2>",
        figure(surface(means, report.validation.refit), _SURFACE_CAPTION.format(largest=largest)),
        _context_note(report),
        "<h2>The best weights, and the constant of fusion</h2>",
        table([("condition", False), ("mean nDCG@5", True)], _best(report)),
        table([(f"rrf_k, at {_weights(report.chosen)}", False), ("mean nDCG@5", True)], _sweep(report)),
        "<h2>Cross-validation</h2>",
        table([("", False), ("", True)], _validation(report)),
        "<h2>Other metrics, over all questions</h2>",
        table([("metric", False), ("default", True), ("chosen", True), ("change", True)], _secondary(report)),
        f"<h2>Every question ({len(report.diagnostics)})</h2>",
        table(
            [
                ("question", False),
                ("by words", True),
                ("matches", True),
                ("both legs", True),
                ("ties", True),
                ("", False),
            ],
            _diagnostics(report),
        ),
        '<p class="soft">w: the weights change the order by words; c: the weight of a phrase may be at its floor; '
        "-: too few candidates by words to be moved.</p>",
    )


def _facts(report: Report, plan: Plan, kb_path: Path, model: str) -> str:
    return facts(
        [
            ("knowledge base", str(kb_path)),
            ("golden set", str(plan.golden.path)),
            ("model", model),
            ("reranker", "none"),
            ("limit", str(plan.limit)),
            ("pool", f"at least {report.pool} a leg"),
            ("chunks", str(report.chunk_total)),
            ("quality filter", f"at {plan.min_quality:g}" if plan.min_quality else "off"),
        ]
    )


def _verdict(report: Report) -> str:
    verdict = report.verdict
    if verdict.adopts:
        return f'<p class="good"><b>Adopt</b></p><pre>{escape(verdict.snippet)}</pre><p>{escape(ADVICE)}</p>'
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in verdict.reasons)
    return f"<p><b>Keep the default</b>, which is the usual outcome:</p><ul>{reasons}</ul>"


def _reach(report: Report) -> str:
    _, *told = reach_lines(report.reach)
    return "".join(f"<p>{escape(sentence(line.strip()))}.</p>" for line in told)


def _context_note(report: Report) -> str:
    if not report.context_is_empty:
        return ""
    return '<p class="note">No chunk has a context, so that the weight of the context was not measured.</p>'


def _best(report: Report) -> Iterator[tuple[str, str]]:
    for each in report.top_weights:
        yield _named(each, f"{_weights(each.condition)}, rrf_k 60")
    if report.configured is not None:
        condition = report.configured.condition
        yield _named(report.configured, f"as configured: {_weights(condition)}, rrf_k {condition.rrf_k:g}")


def _named(measured: Measured, name: str) -> tuple[str, str]:
    return escape(name), f"{measured.ndcg:.4f}"


def _weights(condition: Condition) -> str:
    return f"heading {condition.heading:g}, context {condition.context:g}, content {condition.content:g}"


def _sweep(report: Report) -> Iterator[tuple[str, str]]:
    for each in report.k_sweep:
        yield _named(each, f"{each.condition.rrf_k:g}")


def _validation(report: Report) -> Iterator[tuple[str, str]]:
    validation, sign = report.validation, report.validation.sign_test
    chosen, error = GRID[validation.refit], validation.standard_error
    yield "chosen with all questions", f"{_weights(chosen)}, rrf_k {chosen.rrf_k:g}"
    yield "mean held-out gain", f"{validation.mean:+.4f}"
    yield "its standard error", f"{error:.4f}" if math.isfinite(error) else "unknown"
    yield "folds that choose the same", f"{validation.stability:.0%}"
    yield "sign test", f"{sign.improved} improved, {sign.degraded} degraded, {sign.tied} tied, p = {sign.p_value:.3f}"


def _secondary(report: Report) -> Iterator[tuple[str, str, str, str]]:
    rows = [(f"recall@{k}", value, report.refit.recall_at_k[k]) for k, value in report.baseline.recall_at_k.items()]
    rows.append(("MRR", report.baseline.mrr, report.refit.mrr))
    for name, old, new in rows:
        tone = "good" if new > old else "bad" if new < old else "soft"
        yield name, f"{old:.4f}", f"{new:.4f}", f'<span class="{tone}">{new - old:+.4f}</span>'


def _diagnostics(report: Report) -> Iterator[tuple[str, str, str, str, str, str]]:
    for each in report.diagnostics:
        yield (
            escape(each.id),
            str(each.fts_candidates),
            str(each.fts_total_matches),
            str(each.vec_fts_overlap),
            str(each.rrf_ties),
            marks(each),
        )
