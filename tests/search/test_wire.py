from __future__ import annotations

from dataclasses import replace

from grooveseek.search.answer import Answer, ExpandedFrom, FilterApplied, Hit, Lines, Notice, Span
from grooveseek.search.wire import answer_to_wire

BARE = Hit(
    chunk_id=1,
    score=0.5,
    path="a.md",
    title=None,
    heading=None,
    topic=None,
    date=None,
    tags=(),
    content="text",
)


def wire_of(hit: Hit) -> dict[str, object]:
    hits: list[dict[str, object]] = answer_to_wire(Answer((hit,), False, FilterApplied()))["results"]
    return hits[0]


def test_the_example_of_a_whole_answer() -> None:
    hit = Hit(
        chunk_id=7,
        score=0.032786883,
        path="deep-dive/mcp/overview.md",
        title="MCP overview",
        heading="Transports",
        topic="mcp",
        date="2026-04-16",
        tags=("mcp", "rust"),
        content="Use tokio::spawn for async tasks.",
        match_spans=(Span(4, 9), Span(11, 16)),
    )
    answer = Answer((hit,), False, FilterApplied(tags_any=("rust",), excluded_terms=("draft",)))

    assert answer_to_wire(answer, lambda hit: f"kb://doc/{hit.path}") == {
        "results": [
            {
                "score": 0.032786883,
                "path": "deep-dive/mcp/overview.md",
                "title": "MCP overview",
                "heading": "Transports",
                "topic": "mcp",
                "date": "2026-04-16",
                "tags": ["mcp", "rust"],
                "content": "Use tokio::spawn for async tasks.",
                "match_spans": [{"start": 4, "end": 9}, {"start": 11, "end": 16}],
                "uri": "kb://doc/deep-dive/mcp/overview.md",
            }
        ],
        "low_confidence": False,
        "filter_applied": {"tags_any": ["rust"], "excluded_terms": ["draft"]},
    }


def test_a_bare_hit_has_the_keys_that_are_always_there() -> None:
    assert wire_of(BARE) == {
        "score": 0.5,
        "path": "a.md",
        "title": None,
        "heading": None,
        "topic": None,
        "date": None,
        "tags": [],
        "content": "text",
    }


def test_an_empty_answer() -> None:
    assert answer_to_wire(Answer((), True, FilterApplied())) == {
        "results": [],
        "low_confidence": True,
        "filter_applied": {},
    }


def test_spans_that_were_looked_for_and_not_found_are_an_empty_list() -> None:
    hit = replace(BARE, match_spans=(), highlights=())

    assert wire_of(hit)["match_spans"] == []
    assert wire_of(hit)["highlights"] == []


def test_what_was_expanded() -> None:
    adjacent = replace(BARE, expanded_from=ExpandedFrom("adjacent", 0, 2))
    whole = replace(BARE, expanded_from=ExpandedFrom("whole_document", total_chunks=3))

    assert wire_of(adjacent)["expanded_from"] == {"kind": "adjacent", "from_index": 0, "to_index": 2}
    assert wire_of(whole)["expanded_from"] == {"kind": "whole_document", "total_chunks": 3}


def test_lines_and_symbols() -> None:
    hit = replace(BARE, lines=Lines(3, 9), start_line=3, end_line=9, symbol_kind="function")

    assert wire_of(hit)["lines"] == {"start": 3, "end": 9}
    assert (wire_of(hit)["start_line"], wire_of(hit)["end_line"]) == (3, 9)
    assert wire_of(hit)["symbol_kind"] == "function"


def test_a_withheld_uri_is_absent() -> None:
    wire = answer_to_wire(Answer((BARE,), False, FilterApplied()), lambda _hit: None)

    assert "uri" not in wire["results"][0]


def test_every_filter_has_its_key() -> None:
    applied = FilterApplied(
        category="c",
        topic="t",
        date_from="2026-01-01",
        date_to="2026-12-31",
        path_globs=("**",),
        tags_any=("a",),
        tags_all=("b",),
        fields={"k": ("v",)},
        fields_not={"k": ("w",)},
        min_confidence_ratio=0.0,
        min_quality=0.0,
        include_low_quality=False,
        excluded_terms=("x y",),
    )

    assert answer_to_wire(Answer((), False, applied))["filter_applied"] == {
        "category": "c",
        "topic": "t",
        "date_from": "2026-01-01",
        "date_to": "2026-12-31",
        "path_globs": ["**"],
        "tags_any": ["a"],
        "tags_all": ["b"],
        "fields": {"k": ["v"]},
        "fields_not": {"k": ["w"]},
        "min_confidence_ratio": 0.0,
        "min_quality": 0.0,
        "include_low_quality": False,
        "excluded_terms": ["x y"],
    }


def test_notices_are_there_when_there_are_any() -> None:
    answer = Answer((), False, FilterApplied(), (Notice("words-only", "no model"),))

    assert answer_to_wire(answer)["notices"] == [{"code": "words-only", "message": "no model"}]
