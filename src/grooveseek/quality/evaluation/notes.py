"""What a run has to say beside its result: lines for stderr, in ASCII but for the user's own words."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.index.protocol import Snapshot
from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.quotes import CHECK
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.golden.set import GoldenSet
from grooveseek.text.counted import counted


def about_golden(golden: GoldenSet, snapshot: Snapshot) -> Iterator[str]:
    """What is seldom meant in a golden set, and the paths of it that nothing can find."""
    for doubt in golden.doubts():
        yield f"warning: {golden.path}: {doubt}"
    indexed = {document.path for document in snapshot.documents()}
    for query in golden.queries:
        for path in dict.fromkeys(entry.path for entry in query.expected if entry.path not in indexed):
            yield f"warning: {golden.path}: query {query.id!r} expects {path}, which is not in the index"


def about_index(snapshot: Snapshot) -> Iterator[str]:
    stats = snapshot.stats()
    if stats.pending:
        yield (
            f"warning: {stats.pending} of {counted(stats.chunks, 'chunk')} without a vector so far, found by words "
            "alone; run `groove index` to complete the index before you trust these figures"
        )


def about_findings(run: Run) -> Iterator[str]:
    if not run.findings:
        return
    quoting = counted(len(run.findings), "document quotes", "documents quote")
    yield (
        f"warning: {CHECK}: {quoting} two or more golden queries. Either a note about the questions leaked "
        "into the corpus, or the document belongs in `expected`; nothing was changed."
    )
    for finding in run.findings:
        yield f"  {finding.path}"
        for quoted in finding.quoted:
            place = "not in top_k" if quoted.rank_in_top_k is None else f"rank {quoted.rank_in_top_k}"
            yield f"    {quoted.query_id}  {place}"
    yield "  (A document that quotes one query, or a quotation that runs across chunks, is not seen.)"


def about_gate(comparison: Comparison | None, reason: str | None) -> Iterator[str]:
    """What `--fail-on-regression` says. `reason`: why there is no comparison at all."""
    if comparison is None:
        yield f"note: --fail-on-regression compared nothing: {reason or 'there is no earlier run'}"
    elif not comparison.comparable:
        why = "the golden file changed" if comparison.golden_changed else "the configuration or metric version differs"
        yield f"note: --fail-on-regression compared nothing: {why} since the run of {comparison.previous.timestamp}"
    else:
        fallen = list(comparison.regressions())
        if fallen:
            line = f"regression beyond {comparison.threshold:g}: {', '.join(fallen)}"
            if comparison.corpus_changed:
                line += f"; the corpus changed too: {comparison.corpus_change()}"
            yield line
