"""What may be found at all: the filters of a question, and what the answer says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grooveseek.index.records import ChunkFilter
from grooveseek.search.answer import FilterApplied
from grooveseek.search.bounds import finite
from grooveseek.search.request import SearchArguments, SearchRequest


def chunk_filter(arguments: SearchArguments, default_quality: float, excluded: tuple[str, ...]) -> ChunkFilter:
    return ChunkFilter(
        category=arguments.category,
        topic=arguments.topic,
        tags_any=tuple(arguments.tags_any or ()),
        tags_all=tuple(arguments.tags_all or ()),
        date_from=arguments.date_from,
        date_to=arguments.date_to,
        path_globs=tuple(arguments.path_globs or ()),
        fields=_with_values(arguments.fields),
        fields_not=_with_values(arguments.fields_not),
        min_quality=quality_threshold(arguments, default_quality),
        excluded_phrases=excluded,
    )


def quality_threshold(arguments: SearchArguments, default: float) -> float:
    """The quality a chunk needs, 0..1; 0 lets every chunk pass."""
    if arguments.include_low_quality:
        return 0.0
    if arguments.min_quality is None or not finite(arguments.min_quality):
        return default
    return min(max(arguments.min_quality, 0.0), 1.0)


def filter_applied(request: SearchRequest) -> FilterApplied:
    """The inputs that arrived with an effect to report, as given."""
    given, where = request.arguments, request.where
    return FilterApplied(
        category=given.category,
        topic=given.topic,
        date_from=given.date_from,
        date_to=given.date_to,
        path_globs=where.path_globs,
        tags_any=where.tags_any,
        tags_all=where.tags_all,
        fields=where.fields,
        fields_not=where.fields_not,
        min_confidence_ratio=given.min_confidence_ratio if finite(given.min_confidence_ratio) else None,
        min_quality=given.min_quality if finite(given.min_quality) else None,
        include_low_quality=given.include_low_quality or None,
        excluded_terms=where.excluded_phrases,
    )


def _with_values(fields: Mapping[str, Sequence[str]] | None) -> dict[str, tuple[str, ...]]:
    return {key: tuple(dict.fromkeys(values)) for key, values in (fields or {}).items() if values}
