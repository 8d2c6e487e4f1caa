"""What a run comes to: its counters, and whether it is a failure although it went through."""

from __future__ import annotations

from grooveseek.index.protocol import Index
from grooveseek.indexing.report import Summary
from grooveseek.indexing.state import Run
from grooveseek.text.counted import counted


def failure_of(run: Run, *, discarded: bool = False) -> str | None:
    """Why the run must end as a failure; None where it need not. `discarded`: its rebuild was not switched in."""
    counters = run.counters
    reasons = []
    if run.options.force and counters.inputs_refused:
        stays = "the rebuilt index was discarded and the old one stays" if discarded else "the other files are indexed"
        reasons.append(
            f"the embedding endpoint rejected the input of {counted(counters.inputs_refused, 'file')} in a forced "
            f"rebuild; {stays}. Correct those files, or lower [embedding].max_input_chars, and run again"
        )
    elif counters.refused_at_once and not counters.batch_accepted:
        reasons.append(
            f"the embedding endpoint rejected the input of {counted(counters.inputs_refused, 'file')} and accepted "
            "nothing; check the model names and [embedding].max_input_chars"
        )
    if run.options.fail_on_frontmatter_error and counters.frontmatter_unparsed:
        reasons.append(
            f"the frontmatter of {counted(counters.frontmatter_unparsed, 'file')} cannot be parsed "
            "([index].fail_on_frontmatter_error is set); they are indexed without metadata"
        )
    return "; ".join(reasons) or None


def summary_of(run: Run, index: Index, milliseconds: int, failure: str | None) -> Summary:
    """Totals are those of `index` as searches see it now."""
    with index.snapshot() as snapshot:
        stats = snapshot.stats()
    counters = run.counters
    return Summary(
        total_documents=stats.documents,
        total_chunks=stats.chunks,
        updated=counters.updated,
        renamed=counters.renamed,
        deleted=counters.deleted,
        skipped=counters.skipped,
        frontmatter_unparsed=counters.frontmatter_unparsed,
        duration_ms=milliseconds,
        names_refused=counters.names_refused,
        skipped_paths=tuple(counters.skipped_paths),
        failure=failure,
    )
