from __future__ import annotations

import pytest

from grooveseek.documents.markdown.blocks import Blocks, Heading, read_blocks


def starts(body: str) -> list[list[str]]:
    """For each rank of borders, the lines that begin there."""
    return [[body[offset:].partition("\n")[0] for offset in rank] for rank in read_blocks(body).borders]


def test_headings_know_their_lines() -> None:
    body = "# One\ntext\nTwo\n===\n"
    assert read_blocks(body).headings == (Heading(1, "One", 0, 6), Heading(1, "text\nTwo", 6, 19))


def test_a_heading_may_end_the_file() -> None:
    assert read_blocks("# One").headings == (Heading(1, "One", 0, 5),)


def test_nothing() -> None:
    assert read_blocks("") == Blocks((), ())


def test_the_outermost_blocks_come_first() -> None:
    assert starts("one\n\n- two\n\n  three\n\n- four\n\nfive\n") == [
        ["one", "- two", "five"],
        ["- two", "- four"],
        ["- two", "  three", "- four"],
    ]


@pytest.mark.parametrize(
    ("introduction", "block"),
    [
        ("For example:", "```\ncode\n```"),
        ("たとえば：", "1. item"),
        ("#### Heading", "text"),
        ('<div class="wide">', "text"),
        ("::: tip Note", "> text"),
        ("text", "</div>"),
        ("text", ":::"),
    ],
)
def test_a_block_that_belongs_to_the_one_before_it_is_a_weaker_border(introduction: str, block: str) -> None:
    strong, weak = starts(f"before\n\n{introduction}\n\n{block}\n\nafter\n")[:2]
    first_line = block.partition("\n")[0]
    assert strong == ["before", introduction, "after"]
    assert weak == [first_line]


def test_deep_nesting_is_read_as_text() -> None:
    assert len(starts(">" * 5000 + " a")) < 120


def test_a_heading_behind_deeply_nested_lists_is_still_one() -> None:
    body = "".join(f"{'  ' * depth}- item\n" for depth in range(15)) + "\n# After\n"
    assert [heading.markup for heading in read_blocks(body).headings] == ["After"]
