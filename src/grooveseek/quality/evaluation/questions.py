"""The table of all questions of a run, each with what it expected and found."""

from __future__ import annotations

from html import escape

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.metrics import matches
from grooveseek.quality.evaluation.record import QueryResult, RankedHit, Run
from grooveseek.quality.evaluation.text import change_mark
from grooveseek.quality.golden.set import Expected
from grooveseek.quality.page.shell import table

_SHOWN_HITS = 20


def questions(run: Run, comparison: Comparison | None) -> str:
    k = max(run.fingerprint.k_values, default=None)
    before = {}
    if comparison is not None and comparison.comparable:
        before = {result.id: result for result in comparison.previous.per_query}
    heads = [("question", False), ("ranks", False), ("RR", True)]
    if k is not None:
        heads += [(f"recall@{k}", True), (f"nDCG@{k}", True)]
    if before:
        heads.append(("change", True))
    rows = [_query(result, k, before.get(result.id), changes=bool(before)) for result in run.per_query]
    return table(heads, rows)


def _query(result: QueryResult, k: int | None, before: QueryResult | None, *, changes: bool) -> list[str]:
    values = [result.metrics.reciprocal_rank]
    if k is not None:
        values += [result.metrics.recall_at_k[k], result.metrics.ndcg_at_k[k]]
    cells = [_question(result), _strip(result), *(_number(value, result) for value in values)]
    if changes:
        cells.append(_change(result, before, k))
    return cells


def _number(value: float, result: QueryResult) -> str:
    if not result.expected:
        return '<span class="soft" title="expects nothing">-</span>'
    return f'<span class="bad">{value:.3f}</span>' if value == 0 else f"{value:.3f}"


def _change(result: QueryResult, before: QueryResult | None, k: int | None) -> str:
    if before is None or k is None or k not in before.metrics.recall_at_k:
        return ""
    change = result.metrics.recall_at_k[k] - before.metrics.recall_at_k[k]
    tone = "good" if change > 0 else "bad" if change < 0 else "soft"
    return f'<span class="{tone}">{change_mark(change)}</span>'


def _question(result: QueryResult) -> str:
    """The question, and behind it what was expected and what was found."""
    wanted = "".join(f"<li><code>{escape(_place(e.path, e.heading))}</code></li>" for e in result.expected)
    found = "".join(
        f"<li{_match_class(hit, result)}><code>{escape(_place(hit.path, hit.heading))}</code></li>"
        for hit in result.top_k[:_SHOWN_HITS]
    )
    more = len(result.top_k) - _SHOWN_HITS
    tail = f'<p class="soft">and {more} more</p>' if more > 0 else ""
    return (
        f"<details><summary>{escape(result.query)}</summary>"
        f'<p class="soft">{escape(result.id)}: expected</p><ul class="hits">{wanted or "<li>nothing</li>"}</ul>'
        f'<p class="soft">found</p><ol class="hits">{found or "<li>nothing</li>"}</ol>{tail}</details>'
    )


def _strip(result: QueryResult) -> str:
    """A square a rank, filled where the hit was expected."""
    shown = result.top_k[:_SHOWN_HITS]
    squares = "".join(
        f'<rect x="{9 * place}" y="2" width="7" height="12" rx="1.5" '
        f'fill="var(--{"one" if _is_match(hit, result) else "track"})"><title>rank {hit.rank}</title></rect>'
        for place, hit in enumerate(shown)
    )
    width = 9 * max(1, len(shown))
    ranks = ", ".join(str(hit.rank) for hit in shown if _is_match(hit, result)) or "none"
    told = f'role="img" aria-label="expected at rank: {ranks}"'
    return f'<svg viewBox="0 0 {width} 16" style="width:{width}px" {told}>{squares}</svg>'


def _match_class(hit: RankedHit, result: QueryResult) -> str:
    return ' class="match"' if _is_match(hit, result) else ""


def _is_match(hit: RankedHit, result: QueryResult) -> bool:
    return any(matches(Expected(entry.path, entry.heading), hit) for entry in result.expected)


def _place(path: str, heading: str | None) -> str:
    return f"{path}#{heading}" if heading else path
