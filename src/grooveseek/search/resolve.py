"""From a question as it arrived to one that is checked and complete, before any model or index is touched."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.errors import InvalidRequestError
from grooveseek.index.globs import PathGlobs
from grooveseek.search import notices
from grooveseek.search.answer import Notice
from grooveseek.search.bounds import (
    DEFAULT_LIMIT,
    MAX_LIMIT,
    check_fields,
    check_list,
    check_query_size,
    check_unit_interval,
    finite,
    size_of,
)
from grooveseek.search.door import PYTHON, Door
from grooveseek.search.filters import chunk_filter
from grooveseek.search.query import CompiledQuery, compile_query
from grooveseek.search.request import Diversity, SearchArguments, SearchRequest
from grooveseek.search.settings import SearchSettings


def resolve(arguments: SearchArguments, settings: SearchSettings, door: Door = PYTHON) -> SearchRequest:
    """Check `arguments` and fill in `settings` where they say nothing.

    The first fault is raised: `InvalidRequestError`, or what `door` raises for malformed values.
    """
    check_unit_interval(arguments.mmr_lambda, "mmr_lambda", door)
    check_unit_interval(arguments.mmr_same_doc_penalty, "mmr_same_doc_penalty", door)
    check_query_size(arguments.query, door.max_query_bytes)
    query = compile_query(arguments.query)
    _check_asks_for_something(query)
    _check_filters(arguments, door)
    _check_numbers(arguments, door)
    mmr = settings.mmr if arguments.mmr is None else arguments.mmr
    expand = settings.parent_retriever if arguments.parent_retriever is None else arguments.parent_retriever
    rerank = settings.rerank if arguments.rerank is None else arguments.rerank
    return SearchRequest(
        arguments=arguments,
        query=query,
        limit=min(DEFAULT_LIMIT if arguments.limit is None else arguments.limit, MAX_LIMIT),
        where=chunk_filter(arguments, settings.min_quality, query.excluded),
        min_confidence_ratio=_confidence_ratio(arguments.min_confidence_ratio, settings),
        rerank=rerank and settings.reranker,
        diversity=_diversity(arguments, settings) if mmr else None,
        expansion=settings.expansion if expand else None,
        rrf_k=settings.rrf_k,
        weights=settings.weights,
        notices=tuple(_notices(arguments, query, settings, door, mmr=mmr)),
    )


def _check_asks_for_something(query: CompiledQuery) -> None:
    if query.only_exclusions:
        raise InvalidRequestError(
            "query only excludes: add a term to search for, or quote a term that begins with a hyphen "
            'to search for it literally ("-term")'
        )


def _check_filters(arguments: SearchArguments, door: Door) -> None:
    check_list(arguments.path_globs, "path_globs", door)
    check_list(arguments.tags_any, "tags_any", door)
    check_list(arguments.tags_all, "tags_all", door)
    check_fields(arguments.fields, "fields", door)
    check_fields(arguments.fields_not, "fields_not", door)
    if arguments.path_globs is not None:
        if not arguments.path_globs:
            raise InvalidRequestError(
                f"{door.name('path_globs')} is empty: leave it out (null) to switch the filter off, "
                'or use ["**", "!a/**"] for excludes only'
            )
        try:
            PathGlobs(arguments.path_globs)
        except InvalidRequestError as error:
            raise InvalidRequestError(f"{door.name('path_globs')}: {error}") from None
    for name in ("category", "topic", "date_from", "date_to"):
        if (value := getattr(arguments, name)) is not None:
            size_of(value, door.name(name))


def _check_numbers(arguments: SearchArguments, door: Door) -> None:
    if arguments.limit is not None and arguments.limit < 0:
        raise door.malformed(f"{door.name('limit')} must be >= 0, got {arguments.limit}")
    ratio = arguments.min_confidence_ratio
    if ratio is not None and door.strict_numbers:
        name = door.name("min_confidence_ratio")
        if not finite(ratio):
            raise door.malformed(f"{name} must be finite, got {ratio}")
        if ratio < 0:
            raise door.malformed(f"{name} must be >= 0.0 (0 switches the flag off), got {ratio}")


def _confidence_ratio(given: float | None, settings: SearchSettings) -> float:
    return max(given, 0.0) if given is not None and finite(given) else settings.min_confidence_ratio


def _diversity(arguments: SearchArguments, settings: SearchSettings) -> Diversity:
    default = settings.diversity
    given, penalty = arguments.mmr_lambda, arguments.mmr_same_doc_penalty
    return Diversity(
        default.lambda_ if given is None else given, default.same_doc_penalty if penalty is None else penalty
    )


def _notices(
    arguments: SearchArguments, query: CompiledQuery, settings: SearchSettings, door: Door, *, mmr: bool
) -> Iterator[Notice]:
    if arguments.rerank and not settings.reranker:
        yield notices.parameter_ignored(door.name("rerank"), "no reranker is loaded")
    for name in ("min_quality", "min_confidence_ratio"):
        value = getattr(arguments, name)
        if value is not None and not finite(value):
            yield notices.parameter_ignored(door.name(name), f"{value} is not finite; the configured value holds")
    if not mmr:
        given = [name for name in ("mmr_lambda", "mmr_same_doc_penalty") if getattr(arguments, name) is not None]
        if given:
            yield notices.parameter_ignored(" and ".join(map(door.name, given)), "MMR is off for this search")
    if query.asks_nothing:
        yield notices.blank_query()
    if query.dropped_phrases or query.dropped_exclusions:
        yield notices.phrases_dropped(query.dropped_phrases, query.dropped_exclusions)
    bounds = (("date_from", arguments.date_from), ("date_to", arguments.date_to))
    yield from notices.date_bounds((door.name(name), value) for name, value in bounds)
