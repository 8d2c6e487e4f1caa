"""A run for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.config.shown import printable
from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.evaluation.rows import MetricRow, QueryRow, metric_rows, query_rows
from grooveseek.quality.paint import Colour, Paint
from grooveseek.text.counted import counted

_UNCHANGED = 1e-9
_MARKS = {"missed": "✗", "regressed": "↓"}


def run_to_text(run: Run, comparison: Comparison | None, paint: Paint) -> str:
    return "\n".join(
        [
            *_banner(run, comparison),
            "",
            heading(comparison),
            *(_metric(row, comparison, paint) for row in metric_rows(run, comparison)),
            *_queries(run, comparison),
        ]
    )


def heading(comparison: Comparison | None) -> str:
    """What the metrics are compared with."""
    if comparison is None:
        return "metrics"
    if comparison.comparable:
        return f"metrics, against the run of {comparison.previous.timestamp}"
    if comparison.golden_changed:
        return "metrics (golden changed since last run, diff disabled)"
    return "metrics (config or metric version changed since last run, diff disabled)"


def _banner(run: Run, comparison: Comparison | None) -> Iterator[str]:
    fingerprint = run.fingerprint
    yield f"groove eval  {run.timestamp}"
    yield (
        f"model {fingerprint.model}, reranker {fingerprint.reranker or 'none'}, limit {fingerprint.limit}, "
        f"{counted(run.aggregate.query_count, 'query', 'queries')} averaged"
    )
    yield f"quality filter {quality_words(run)}"
    if run.corpus is not None:
        yield f"corpus: {run.corpus.documents} docs / {run.corpus.chunks} chunks"
    if comparison is not None and comparison.corpus_changed:
        yield f"  ! changed since the compared run: {comparison.corpus_change()}"
        yield "    differences may come from the corpus rather than from the search"


def quality_words(run: Run) -> str:
    """What the run leaves out for its quality."""
    quality = run.fingerprint.quality_filter
    if quality is None:
        return "off: every chunk could be found, those too that a search leaves out by default"
    return f"on: chunks below {quality.threshold:g} could not be found"


def _metric(row: MetricRow, comparison: Comparison | None, paint: Paint) -> str:
    line = f"  {row.name:<10} {row.value:.3f}"
    if row.change is None or comparison is None:
        return line
    return f"{line}  {paint(change_mark(row.change), _tone(row.change, comparison.threshold))}"


def change_mark(change: float) -> str:
    """An arrow and the size of a change."""
    if abs(change) < _UNCHANGED:
        return "="
    return f"{'↑' if change > 0 else '↓'} {abs(change):.3f}"


def _tone(change: float, threshold: float) -> Colour:
    if change > threshold:
        return "green"
    return "red" if change < -threshold else "bright_black"


def _queries(run: Run, comparison: Comparison | None) -> Iterator[str]:
    rows = list(query_rows(run, comparison))
    if rows:
        yield ""
        yield f"missed or regressed: {len(rows)} of {counted(len(run.per_query), 'query', 'queries')}"
        k = max(run.fingerprint.k_values)
        yield from (f"  {_MARKS[row.kind]} {printable(row.id)}  recall@{k} {_values(row)}" for row in rows)


def _values(row: QueryRow) -> str:
    return f"{row.value:.3f}" if row.before is None else f"{row.before:.3f} -> {row.value:.3f}"
