from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.search.answer import ExpandedFrom, Hit, Lines, Span
from grooveseek.search.hits import hit_of, is_source, lines_of
from grooveseek.search.parents import Passage
from grooveseek.search.query import compile_query
from support.search import PLAIN_CHUNK

CODE = replace(PLAIN_CHUNK, path="src/main.rs", start_line=3, end_line=8, symbol_kind="function", content="fn main")


def test_a_hit_shows_what_is_known_of_its_chunk() -> None:
    chunk = replace(
        PLAIN_CHUNK, title="T", heading="H", topic="mcp", date="2026-01-01", tags=("a", "b"), content="some words"
    )

    assert hit_of(Passage(chunk, (chunk,)), 0.5, compile_query("words")) == Hit(
        chunk_id=1,
        score=0.5,
        path="a.md",
        title="T",
        heading="H",
        topic="mcp",
        date="2026-01-01",
        tags=("a", "b"),
        content="some words",
        match_spans=(Span(5, 10),),
        highlights=(Span(5, 10),),
    )


def test_spans_are_those_of_the_whole_passage() -> None:
    parts = (replace(PLAIN_CHUNK, content="one"), replace(PLAIN_CHUNK, chunk_id=2, index=1, content="words"))

    hit = hit_of(Passage(parts[1], parts, ExpandedFrom("adjacent", 0, 1)), 0.5, compile_query("words"))

    assert hit.content == "one\n\nwords"
    assert hit.match_spans == (Span(5, 10),)
    assert hit.expanded_from == ExpandedFrom("adjacent", 0, 1)


@pytest.mark.parametrize(
    ("ranges", "lines"),
    [
        ([(3, 8)], Lines(3, 8)),
        ([(3, 8), (10, 20)], Lines(3, 20)),
        ([(3, 8), (None, None)], None),
        ([(None, None)], None),
    ],
)
def test_lines_span_all_chunks_or_none(ranges: list[tuple[int | None, int | None]], lines: Lines | None) -> None:
    chunks = tuple(replace(PLAIN_CHUNK, start_line=start, end_line=end) for start, end in ranges)

    assert lines_of(Passage(chunks[0], chunks)) == lines


def test_a_definition_keeps_its_kind_while_it_stands_alone() -> None:
    alone = hit_of(Passage(CODE, (CODE,)), 1.0, compile_query("main"))
    merged = hit_of(Passage(CODE, (CODE, CODE)), 1.0, compile_query("main"))

    assert (alone.start_line, alone.end_line, alone.symbol_kind) == (3, 8, "function")
    assert (merged.start_line, merged.end_line, merged.symbol_kind) == (3, 8, None)


def test_prose_has_lines_but_no_source_lines() -> None:
    prose = replace(CODE, path="notes.md", symbol_kind=None)

    hit = hit_of(Passage(prose, (prose,)), 1.0, compile_query("main"))

    assert (hit.lines, hit.start_line, hit.end_line) == (Lines(3, 8), None, None)


@pytest.mark.parametrize(("path", "source"), [("a.rs", True), ("a.MD", False), ("a.txt", False), ("a.zig", True)])
def test_what_is_source_code(path: str, source: bool) -> None:
    assert is_source(path) is source
