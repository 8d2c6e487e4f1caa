"""How a file is cut around its definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grooveseek.documents.code.bounds import line_budget
from grooveseek.documents.code.emit import Source, by_lines, split_lines
from grooveseek.documents.parser import ParseOptions
from support.code import outline, parse_source

NARROW = ParseOptions(max_chunk_chars=30)
LINES = st.lists(st.text(alphabet="ab ä語\t", max_size=60), max_size=200).map("\n".join)


def test_a_definition_within_the_budget_is_one_chunk_with_all_it_holds() -> None:
    source = "class A:\n    def f(self):\n        return 1\n"
    assert outline(parse_source("a.py", source)) == [("class A", 1, 3)]


def test_what_lies_between_nested_definitions_carries_the_outer_one() -> None:
    source = (
        "class A:\n"
        "    ATTRIBUTE_OF_SOME_LENGTH = 'value'\n"
        "\n"
        "    def f(self):\n"
        "        return 'some text of enough length'\n"
    )
    document = parse_source("a.py", source, NARROW)
    assert outline(document) == [("class A", 2, 2), ("function f", 4, 5)]
    first = document.chunks[0]
    assert (first.level, first.symbol_kind, first.breadcrumb) == (2, "class", "a > class A")


def test_a_long_definition_is_cut_by_lines_and_fragments_join_what_follows() -> None:
    source = "def f():\n    first = 'aaaaaaaaaaaaaaaaaaaaaaaa'\n    second = 'bbbbbbbbbbbbbbbbbbbbbbb'\n    end()\n"
    document = parse_source("a.py", source, NARROW)
    assert outline(document) == [("function f", 1, 2), ("function f", 3, 4)]
    assert {chunk.symbol_kind for chunk in document.chunks} == {"function"}


def test_a_gap_has_no_heading() -> None:
    source = "print('some text that is long enough')\n\n\ndef f():\n    pass\n"
    document = parse_source("a.py", source)
    gap = document.chunks[0]
    assert outline(document) == [(None, 1, 1), ("function f", 4, 5)]
    assert (gap.level, gap.symbol_kind, gap.breadcrumb) == (None, None, "a")


def test_fragments_around_definitions_are_dropped() -> None:
    assert outline(parse_source("a.py", "import os\n\ndef f():\n    pass\n")) == [("function f", 3, 4)]


def test_a_file_of_fragments_alone_keeps_them() -> None:
    assert outline(parse_source("a.py", "import os\n")) == [(None, 1, 1)]


def test_content_keeps_indentation_and_loses_blank_lines_around() -> None:
    source = "if a:\n\n\n    print('some text that is long enough')  \n\n"
    document = parse_source("a.py", f"def f():\n    pass\n\n{source}")
    assert document.chunks[1].content == "if a:\n\n\n    print('some text that is long enough')"
    assert (document.chunks[1].start_line, document.chunks[1].end_line) == (4, 7)


def test_a_line_longer_than_the_budget_stays_whole() -> None:
    source = Source(b"aaaa\n" + b"b" * 50 + b"\ncccc\n")
    assert split_lines(source, 0, len(source.data), 30) == [(0, 5), (5, 56), (56, 61)]


def test_blank_ranges_yield_nothing() -> None:
    assert split_lines(Source(b"\n \n\t\n"), 0, 5, 30) == []


@given(LINES, st.integers(min_value=1, max_value=100))
def test_by_lines_nothing_is_lost(text: str, budget: int) -> None:
    source = Source(text.encode())
    pieces = by_lines(source, budget)
    assert "".join("".join(source.text(piece.start, piece.end) for piece in pieces).split()) == "".join(text.split())


@given(st.lists(st.integers(min_value=0, max_value=9), max_size=3000), st.integers(min_value=1, max_value=50))
def test_by_lines_gives_at_most_512_pieces(lengths: list[int], budget: int) -> None:
    source = Source("\n".join("x" * length for length in lengths).encode())
    assert len(by_lines(source, line_budget(budget, sum(lengths)))) <= 512


@given(LINES, st.integers(min_value=1, max_value=100))
def test_pieces_of_several_lines_keep_to_the_budget(text: str, budget: int) -> None:
    source = Source(text.encode())
    for piece in by_lines(source, budget):
        content = source.text(piece.start, piece.end).strip("\n")
        assert (
            source.weight(piece.start, piece.end) <= budget or len([x for x in content.split("\n") if x.strip()]) == 1
        )
