"""What tuning has to say beside its result: lines for stderr, in ASCII but for the user's own words."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.quality.tuning.question import LEAST_EFFECTIVE
from grooveseek.quality.tuning.report import NothingToTune, Report
from grooveseek.search.settings import SearchSettings
from grooveseek.text.counted import counted

_CONVENTION = 50
"""Questions from which differences between retrieval systems are usually taken seriously."""


def about_settings(configured: SearchSettings, *, fusion_is_default: bool) -> Iterator[str]:
    """What of the configuration is not measured."""
    if configured.mmr:
        yield "note: MMR is on in groove.toml; it is not measured here"
    if configured.parent_retriever:
        yield "note: the parent retriever is on in groove.toml; it is not measured here"
    if not fusion_is_default:
        yield "note: [search.fusion] of groove.toml is not the default; differences are still against the default"


def about_reach(report: Report) -> Iterator[str]:
    effective = len(report.effective_ids)
    if effective < _CONVENTION:
        yield (
            f"warning: {counted(effective, 'effective query', 'effective queries')}, fewer than the {_CONVENTION} of "
            "good practice; take the result as a suggestion"
        )
    if report.context_is_empty:
        yield "warning: no chunk has a context; that its weight is not measured does not mean that it has no effect"
    for each in report.diagnostics:
        if not each.effective:
            yield f"warning: query {each.id!r} has {counted(each.fts_candidates, 'FTS candidate')} and cannot be moved"


def about_nothing(nothing: NothingToTune) -> Iterator[str]:
    yield (
        f"Error: nothing can be measured: every query that expects something has fewer than {LEAST_EFFECTIVE} FTS "
        "candidates, so that no weight changes its order. Candidates by query:"
    )
    for query_id, count in nothing.candidates.items():
        yield f"  {query_id}: {count}"
    if not nothing.candidates:
        yield "  (no query expects anything)"
