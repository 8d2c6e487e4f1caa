"""A run as a page to look at: metrics with intervals, the runs before, and every query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.intervals import intervals
from grooveseek.quality.evaluation.questions import questions
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.evaluation.text import change_mark, heading, quality_words
from grooveseek.quality.page.bars import Bar, bars
from grooveseek.quality.page.lines import Line, lines
from grooveseek.quality.page.shell import facts, figure, page, sentence, table
from grooveseek.text.counted import counted


def run_to_page(run: Run, comparison: Comparison | None, earlier: Sequence[Run]) -> str:
    """`earlier`: the history before this run, newest first."""
    return page(
        f"groove eval {run.timestamp}",
        f"<h1>How well the golden questions are answered</h1>{_facts(run)}",
        _corpus_note(comparison),
        f"<h2>{escape(sentence(heading(comparison)))}</h2>",
        figure(bars(list(_bars(run, comparison))), _bars_caption(comparison)),
        "<h2>Run after run</h2>",
        _history([run, *earlier]),
        _findings(run),
        f"<h2>Every question ({len(run.per_query)})</h2>",
        questions(run, comparison),
    )


def _facts(run: Run) -> str:
    fingerprint, corpus = run.fingerprint, run.corpus
    shown = [
        ("measured", run.timestamp),
        ("model", fingerprint.model),
        ("reranker", fingerprint.reranker or "none"),
        ("limit", str(fingerprint.limit)),
        ("questions averaged", str(run.aggregate.query_count)),
    ]
    if corpus is not None:
        shown.append(("corpus", f"{counted(corpus.documents, 'document')}, {counted(corpus.chunks, 'chunk')}"))
    return facts([*shown, ("quality filter", quality_words(run))])


def _corpus_note(comparison: Comparison | None) -> str:
    if comparison is None or not comparison.corpus_changed:
        return ""
    change = escape(comparison.corpus_change())
    return f'<p class="note">The corpus changed since the compared run: {change}. Differences may come from it.</p>'


def _bars(run: Run, comparison: Comparison | None) -> Iterator[Bar]:
    figures, diff = run.aggregate, comparison.diff if comparison else None
    named = {f"recall@{k}": value for k, value in figures.recall_at_k.items()}
    named |= {"MRR": figures.mrr} | {f"nDCG@{k}": value for k, value in figures.ndcg_at_k.items()}
    changes = {}
    if diff is not None:
        changes = {f"recall@{k}": value for k, value in diff.recall_at_k.items()}
        changes |= {"MRR": diff.mrr} | {f"nDCG@{k}": value for k, value in diff.ndcg_at_k.items()}
    sure = intervals(_samples(run))
    for name, value in named.items():
        change = changes.get(name)
        yield Bar(
            name,
            value,
            sure.get(name),
            None if change is None else value - change,
            "" if change is None else change_mark(change),
        )


def _samples(run: Run) -> dict[str, list[float]]:
    averaged = [result.metrics for result in run.per_query if result.expected]
    samples = {f"recall@{k}": [each.recall_at_k[k] for each in averaged] for k in run.aggregate.recall_at_k}
    samples["MRR"] = [each.reciprocal_rank for each in averaged]
    return samples | {f"nDCG@{k}": [each.ndcg_at_k[k] for each in averaged] for k in run.aggregate.ndcg_at_k}


def _bars_caption(comparison: Comparison | None) -> str:
    caption = "Whiskers: 95 % bootstrap interval of the mean, the questions taken as a sample of those people ask."
    if comparison is not None and comparison.comparable:
        return f"{caption} Upright marks: the run of {comparison.previous.timestamp}."
    return caption


def _history(newest_first: Sequence[Run]) -> str:
    runs = [run for run in reversed(newest_first) if run.aggregate.query_count]
    k = max(newest_first[0].fingerprint.k_values, default=0)
    runs = [run for run in runs if k in run.aggregate.recall_at_k]
    if len(runs) < 2:
        return '<p class="soft">Lines appear here from the second run on.</p>'
    breaks = frozenset(place for place in range(1, len(runs)) if runs[place].fingerprint != runs[place - 1].fingerprint)
    series = [
        Line(f"recall@{k}", [run.aggregate.recall_at_k[k] for run in runs]),
        Line("MRR", [run.aggregate.mrr for run in runs]),
        Line(f"nDCG@{k}", [run.aggregate.ndcg_at_k[k] for run in runs]),
    ]
    caption = f"The last {len(runs)} runs."
    if breaks:
        caption += " A line is interrupted where something other than the notes changed: questions, model or settings."
    return figure(lines(series, [run.timestamp for run in runs], breaks), caption)


def _findings(run: Run) -> str:
    if not run.findings:
        return ""
    rows = [
        (
            f"<code>{escape(finding.path)}</code>",
            "<br>".join(
                escape(
                    f"{each.query_id} ({'not found' if each.rank_in_top_k is None else f'rank {each.rank_in_top_k}'})"
                )
                for each in finding.quoted
            ),
        )
        for finding in run.findings
    ]
    words = (
        "Either a note about the questions leaked into the corpus, or the document belongs in <code>expected</code>."
    )
    listed = table([("document", False), ("questions it quotes", False)], rows)
    return f"<h2>Documents that quote the questions</h2><p>{words}</p>{listed}"
