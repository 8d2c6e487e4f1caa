from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from grooveseek.errors import GrooveError, InvalidRequestError, UsageError
from grooveseek.index.records import ChunkFilter
from grooveseek.search.door import COMMAND_LINE, MCP, PYTHON, Door
from grooveseek.search.request import Diversity, Expansion, SearchArguments, SearchRequest
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings

DEFAULTS = SearchSettings()


def resolved(query: str = "word", door: Door = MCP, settings: SearchSettings = DEFAULTS, **given: Any) -> SearchRequest:
    return resolve(SearchArguments(query, **given), settings, door)


def refusal(query: str = "word", door: Door = MCP, **given: Any) -> str:
    with pytest.raises(GrooveError) as raised:
        resolved(query, door, **given)
    return str(raised.value)


def codes(request: SearchRequest) -> list[str]:
    return [notice.code for notice in request.notices]


def test_defaults() -> None:
    request = resolved()

    assert request.limit == 5
    assert request.where == ChunkFilter(min_quality=0.3)
    assert request.min_confidence_ratio == 1.5
    assert (request.rerank, request.diversity, request.expansion) == (False, None, None)
    assert request.rrf_k == 60.0
    assert request.notices == ()


@pytest.mark.parametrize(("given", "limit"), [(0, 0), (1, 1), (1000, 1000), (1001, 1000), (4294967295, 1000)])
def test_limit_is_clamped(given: int, limit: int) -> None:
    assert resolved(limit=given).limit == limit


@pytest.mark.parametrize("parameter", ["mmr_lambda", "mmr_same_doc_penalty"])
@pytest.mark.parametrize("value", [1.5, -0.1, math.nan, math.inf])
def test_mmr_values_outside_their_range_are_refused_even_when_mmr_is_off(parameter: str, value: float) -> None:
    given: dict[str, Any] = {parameter: value, "mmr": False}

    message = refusal(**given)

    assert f"{parameter} must be in [0.0, 1.0], got {value}" in message


def test_the_command_line_calls_it_a_usage_error_under_its_own_name() -> None:
    with pytest.raises(UsageError, match=r"--mmr-lambda must be in \[0\.0, 1\.0\], got 2\.0"):
        resolved(door=COMMAND_LINE, mmr_lambda=2.0)


def test_a_query_over_1024_bytes_is_refused_over_mcp_only() -> None:
    assert resolved("x" * 1024).limit == 5
    message = refusal("x" * 1025)
    assert "1025" in message
    assert "1024" in message
    assert resolved("x" * 1025, COMMAND_LINE).limit == 5
    assert refusal("あ" * 342) == "query is 1026 bytes of UTF-8; the maximum is 1024"


@pytest.mark.parametrize("door", [MCP, COMMAND_LINE, PYTHON])
def test_a_query_that_only_excludes_is_refused(door: Door) -> None:
    with pytest.raises(InvalidRequestError, match=r"term to search for.*quote"):
        resolved("-alpha -beta", door)


@pytest.mark.parametrize("parameter", ["path_globs", "tags_any", "tags_all"])
def test_lists_are_bounded(parameter: str) -> None:
    too_many: dict[str, Any] = {parameter: ["x"] * 65}
    too_long: dict[str, Any] = {parameter: ["x" * 1025]}
    just_right: dict[str, Any] = {parameter: ["x" * 1024] * 64}

    assert refusal(**too_many) == f"{parameter} has 65 entries; the maximum is 64"
    assert refusal(**too_long) == f"an entry of {parameter} is 1025 bytes; the maximum is 1024"
    assert resolved(**just_right).limit == 5


def test_a_list_is_counted_before_repetitions_collapse() -> None:
    assert "65" in refusal(fields={"status": ["x"] * 65})


def test_the_size_of_a_list_is_no_usage_error() -> None:
    with pytest.raises(InvalidRequestError, match="--tag-any has 65 entries"):
        resolved(door=COMMAND_LINE, tags_any=["x"] * 65)


def test_an_empty_list_of_globs_is_refused_with_the_way_out() -> None:
    message = refusal(path_globs=[])

    assert message.startswith("path_globs is empty")
    assert "null" in message
    assert '["**", "!a/**"]' in message


def test_empty_tag_lists_are_no_filter() -> None:
    assert resolved(tags_any=[], tags_all=[]).where == ChunkFilter(min_quality=0.3)


@pytest.mark.parametrize("glob", ["a[b", "a{b", "[z-a]", "a\\"])
def test_an_unparsable_glob_is_refused_with_the_pattern(glob: str) -> None:
    message = refusal(path_globs=["ok/**", glob])

    assert "path_globs" in message
    assert repr(glob) in message


@pytest.mark.parametrize("parameter", ["fields", "fields_not"])
@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"": ["x"]}, "{}.: the key is empty"),
        ({"status": [""]}, "{}.status: a value is empty"),
        ({f"k{number}": ["x"] for number in range(65)}, "{} has 65 keys; the maximum is 64"),
        ({"status": ["x"] * 65}, "{}.status has 65 entries; the maximum is 64"),
        ({"k" * 1025: ["x"]}, "is 1025 bytes; the maximum is 1024"),
        ({"status": ["x" * 1025]}, "an entry of {}.status is 1025 bytes; the maximum is 1024"),
        ({f"k{number}": ["x" * 1000] * 40 for number in range(2)}, "{} holds 80004 bytes of keys and values"),
    ],
)
def test_fields_are_bounded(parameter: str, given: dict[str, list[str]], fault: str) -> None:
    arguments: dict[str, Any] = {parameter: given}

    assert fault.format(parameter) in refusal(**arguments)


@pytest.mark.parametrize("given", [{"": ["x"]}, {"status": [""]}])
def test_an_empty_key_or_value_is_a_usage_error_on_the_command_line(given: dict[str, list[str]]) -> None:
    with pytest.raises(UsageError, match="--field"):
        resolved(door=COMMAND_LINE, fields=given)


def test_field_values_collapse_and_keys_without_values_are_dropped() -> None:
    request = resolved(fields={"status": ["a", "b", "a"], "empty": []}, fields_not={"none": []})

    assert request.where.fields == {"status": ("a", "b")}
    assert request.where.fields_not == {}


@pytest.mark.parametrize("ratio", [math.nan, math.inf, -math.inf])
def test_a_ratio_that_is_not_finite(ratio: float) -> None:
    request = resolved(settings=replace(DEFAULTS, min_confidence_ratio=2.0), min_confidence_ratio=ratio)

    assert request.min_confidence_ratio == 2.0
    assert codes(request) == ["parameter-ignored"]
    with pytest.raises(UsageError, match="--min-confidence-ratio must be finite"):
        resolved(door=COMMAND_LINE, min_confidence_ratio=ratio)


def test_a_negative_ratio() -> None:
    assert resolved(min_confidence_ratio=-1.0).min_confidence_ratio == 0.0
    with pytest.raises(UsageError, match=r"--min-confidence-ratio must be >= 0\.0"):
        resolved(door=COMMAND_LINE, min_confidence_ratio=-1.0)


@pytest.mark.parametrize("door", [MCP, COMMAND_LINE])
def test_a_quality_that_is_not_finite_leaves_the_configured_one(door: Door) -> None:
    request = resolved(door=door, min_quality=math.nan)

    assert request.where.min_quality == 0.3
    assert codes(request) == ["parameter-ignored"]


@pytest.mark.parametrize(
    ("given", "threshold"),
    [
        ({}, 0.3),
        ({"min_quality": 0.7}, 0.7),
        ({"min_quality": -3.0}, 0.0),
        ({"min_quality": 3.0}, 1.0),
        ({"min_quality": 0.7, "include_low_quality": True}, 0.0),
        ({"min_quality": 0.7, "include_low_quality": False}, 0.7),
    ],
)
def test_the_quality_threshold(given: dict[str, Any], threshold: float) -> None:
    assert resolved(**given).where.min_quality == threshold


def test_checks_run_in_order_and_the_first_fault_answers() -> None:
    faults: dict[str, Any] = {
        "mmr_lambda": 2.0,
        "mmr_same_doc_penalty": 2.0,
        "query": "-" + "x" * 2000,
        "path_globs": ["["] * 65,
        "tags_any": ["x"] * 65,
        "tags_all": ["x"] * 65,
        "fields": {"": ["x"]},
        "fields_not": {"": ["x"]},
    }
    mended: list[tuple[str, Any, str]] = [
        ("mmr_lambda", None, "mmr_lambda"),
        ("mmr_same_doc_penalty", None, "mmr_same_doc_penalty"),
        ("query", "-only", "2001"),
        ("query", "word", "only excludes"),
        ("path_globs", ["["], "path_globs has 65"),
        ("tags_any", None, "tags_any has 65"),
        ("tags_all", None, "tags_all has 65"),
        ("fields", None, "fields."),
        ("fields_not", None, "fields_not."),
        ("path_globs", None, "path_globs: invalid pattern"),
    ]
    for name, value, expected in mended:
        assert expected in refusal(**faults)
        faults[name] = value
    assert resolved(**faults).limit == 5


def test_mmr_takes_its_values_from_the_call_or_the_settings() -> None:
    settings = replace(DEFAULTS, mmr=True, diversity=Diversity(0.4, 0.2))

    assert resolved(settings=settings).diversity == Diversity(0.4, 0.2)
    assert resolved(settings=settings, mmr_lambda=0.9).diversity == Diversity(0.9, 0.2)
    assert resolved(settings=settings, mmr=False).diversity is None
    assert resolved(mmr=True, mmr_same_doc_penalty=1.0).diversity == Diversity(0.7, 1.0)


def test_mmr_values_without_mmr_are_told_once() -> None:
    request = resolved(mmr_lambda=0.5, mmr_same_doc_penalty=0.5)

    assert codes(request) == ["parameter-ignored"]
    assert "mmr_lambda and mmr_same_doc_penalty" in request.notices[0].message


def test_the_parent_retriever_is_switched_by_the_call_or_the_settings() -> None:
    settings = replace(DEFAULTS, parent_retriever=True, expansion=Expansion(10, 20))

    assert resolved(settings=settings).expansion == Expansion(10, 20)
    assert resolved(settings=settings, parent_retriever=False).expansion is None
    assert resolved(parent_retriever=True).expansion == Expansion()


@pytest.mark.parametrize(
    ("loaded", "standing", "given", "runs"),
    [
        (True, True, None, True),
        (True, False, None, False),
        (True, False, True, True),
        (True, True, False, False),
        (False, True, True, False),
    ],
)
def test_a_rerank_needs_a_reranker(loaded: bool, standing: bool, given: bool | None, runs: bool) -> None:
    settings = replace(DEFAULTS, reranker=loaded, rerank=standing)

    request = resolved(settings=settings, rerank=given)

    assert request.rerank is runs
    assert codes(request) == (["parameter-ignored"] if given and not loaded else [])


@pytest.mark.parametrize("bound", ["2026-04-16", "2026-04-16T10:00:00Z", "2026-04-16T10:00:00.5+09:00"])
def test_a_date_is_taken_as_it_is(bound: str) -> None:
    request = resolved(date_from=bound, date_to=bound)

    assert (request.where.date_from, request.where.date_to) == (bound, bound)
    assert request.notices == ()


@pytest.mark.parametrize("bound", ["2026/01/01", "last week", "2026"])
def test_a_bound_that_is_no_date_is_told_and_used(bound: str) -> None:
    request = resolved(date_from=bound)

    assert request.where.date_from == bound
    assert codes(request) == ["date-bound"]
    assert repr(bound) in request.notices[0].message


def test_dropped_phrases_are_told() -> None:
    request = resolved(" ".join(f"w{number:02}" for number in range(40)))

    assert codes(request) == ["phrases-dropped"]
    assert "8 phrases" in request.notices[0].message


def test_what_the_query_excludes_is_a_filter() -> None:
    assert resolved('rust -async -"sync io"').where.excluded_phrases == ("async", "sync io")


@pytest.mark.parametrize("given", [{"query": "a\ud800"}, {"category": "\ud800"}, {"tags_any": ["\ud800"]}])
def test_text_that_is_no_unicode_is_refused(given: dict[str, Any]) -> None:
    assert "is not valid Unicode text" in refusal(**given)


def test_a_negative_limit_is_refused() -> None:
    assert refusal(limit=-1) == "limit must be >= 0, got -1"


@pytest.mark.parametrize("query", ["", "   ", "\u3000"])
def test_an_empty_query_is_legal(query: str) -> None:
    assert resolved(query).query.phrases == ()
