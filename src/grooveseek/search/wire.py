"""An answer as the JSON of every door."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grooveseek.search.answer import Answer, ExpandedFrom, FilterApplied, Hit, Span

UriFor = Callable[[Hit], str | None]
"""The `kb://` URI of a hit's document, or None where it is not on offer."""

Json = dict[str, Any]


def answer_to_wire(answer: Answer, uri_for: UriFor | None = None) -> Json:
    """The wrapper of a search. `title`, `heading`, `topic` and `date` may be null; any other key is then left out."""
    wire: Json = {
        "results": [hit_to_wire(hit, uri_for) for hit in answer.hits],
        "low_confidence": answer.low_confidence,
        "filter_applied": _filter_applied(answer.filter_applied),
    }
    if answer.notices:
        wire["notices"] = [{"code": notice.code, "message": notice.message} for notice in answer.notices]
    return wire


def hit_to_wire(hit: Hit, uri_for: UriFor | None = None) -> Json:
    """One of the `results`."""
    wire: Json = {
        "score": hit.score,
        "path": hit.path,
        "title": hit.title,
        "heading": hit.heading,
        "topic": hit.topic,
        "date": hit.date,
        "tags": list(hit.tags),
        "content": hit.content,
        "match_spans": _spans(hit.match_spans),
        "highlights": _spans(hit.highlights),
        "expanded_from": _expanded_from(hit.expanded_from),
        "lines": hit.lines and {"start": hit.lines.start, "end": hit.lines.end},
        "start_line": hit.start_line,
        "end_line": hit.end_line,
        "symbol_kind": hit.symbol_kind,
        **_cut(hit),
        "uri": uri_for(hit) if uri_for else None,
    }
    return {key: value for key, value in wire.items() if value is not None or key in _NULLABLE}


_NULLABLE = frozenset({"title", "heading", "topic", "date"})


def _cut(hit: Hit) -> Json:
    """That it is cut, what is shown, and the call that gives the rest."""
    if hit.cut is None:
        return {}
    rest = hit.cut.rest
    lines = {"start_line": rest.start, "end_line": rest.end} if rest else {}
    return {
        "truncated": True,
        "shown": {"start": 0, "end": hit.cut.shown, "total": hit.cut.total},
        "rest": {"tool": "get_document", "arguments": {"path": hit.path, **lines}},
    }


def _spans(spans: Sequence[Span] | None) -> list[Json] | None:
    return None if spans is None else [{"start": span.start, "end": span.end} for span in spans]


def _expanded_from(expanded: ExpandedFrom | None) -> Json | None:
    if expanded is None:
        return None
    if expanded.kind == "whole_document":
        return {"kind": expanded.kind, "total_chunks": expanded.total_chunks}
    return {"kind": expanded.kind, "from_index": expanded.from_index, "to_index": expanded.to_index}


def _filter_applied(applied: FilterApplied) -> Json:
    single: Json = {
        "category": applied.category,
        "topic": applied.topic,
        "date_from": applied.date_from,
        "date_to": applied.date_to,
        "min_confidence_ratio": applied.min_confidence_ratio,
        "min_quality": applied.min_quality,
        "include_low_quality": applied.include_low_quality,
    }
    lists: Json = {
        "path_globs": list(applied.path_globs),
        "tags_any": list(applied.tags_any),
        "tags_all": list(applied.tags_all),
        "fields": {key: list(values) for key, values in applied.fields.items()},
        "fields_not": {key: list(values) for key, values in applied.fields_not.items()},
        "excluded_terms": list(applied.excluded_terms),
    }
    return {key: value for key, value in single.items() if value is not None} | {
        key: value for key, value in lists.items() if value
    }
