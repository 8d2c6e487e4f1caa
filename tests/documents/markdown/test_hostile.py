"""Inputs made to cost more than they weigh: time grows with length, and chunks stay bounded."""

from __future__ import annotations

import sys
import time

import pytest

from grooveseek.documents.bounds import CHARACTERS_PER_TOKEN, CONTENT_TOKENS
from grooveseek.documents.document import Document
from grooveseek.documents.markdown.parse import parse_markdown
from grooveseek.documents.parser import ParseOptions


def parse(text: str) -> Document:
    return parse_markdown("hostile.md", text.encode(), ParseOptions())


def seconds(text: str) -> float:
    """Of computing, without what measuring the coverage adds to it."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        start = time.process_time()
        parse(text)
        return time.process_time() - start
    finally:
        sys.settrace(tracer)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 500_000, id="one line of letters"),
        pytest.param("![x](data:image/png;base64," + "A" * 2_000_000 + ")", id="an embedded picture of 2 MB"),
        pytest.param("[foo](bar" + "()" * 40, id="an open link"),
        pytest.param("word " * 14_000, id="70,000 characters without a heading"),
        pytest.param("文章です。" * 14_000, id="70,000 Japanese characters without a heading"),
        pytest.param(">" * 5000 + " a", id="nested quotations"),
        pytest.param("\n".join(">" * 500 + " a" for _ in range(200)), id="many nested quotations"),
        pytest.param("\n".join("  " * depth + "- a" for depth in range(500)), id="nested lists"),
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param("# " + "a" * 500_000, id="a long heading"),
        pytest.param(("# " + "[" * 380 + "\n") * 500, id="headings of brackets"),
        pytest.param("👨‍👩‍👧" * 20_000, id="families"),
        pytest.param("か\u3099" * 50_000, id="decomposed kana"),
        pytest.param("a" + "\u0301" * 100_000, id="one character of marks"),
        pytest.param("\n" * 300_000 + "a", id="blank lines"),
    ],
)
def test_it_is_read_at_once_into_bounded_chunks(text: str) -> None:
    assert seconds(text) < 1
    contents = [chunk.content for chunk in parse(text).chunks]
    assert contents
    assert max(map(len, contents)) <= CHARACTERS_PER_TOKEN * (CONTENT_TOKENS + 1)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- item\n", id="list items"),
        pytest.param("- item\n\n", id="loose list items"),
        pytest.param("> a\nlazy\n", id="lazy lines"),
        pytest.param("b\n", id="one paragraph"),
        pytest.param("| a | b |\n", id="table rows"),
        pytest.param("```\n\n", id="fences"),
        pytest.param("<div>\n", id="tags"),
        pytest.param("# a\n", id="headings"),
        pytest.param("###### a\ntext\n", id="deep headings"),
        pytest.param("[a]: /b\n", id="link definitions"),
        pytest.param("a. ", id="sentences"),
        pytest.param("<!--\n", id="remarks"),
    ],
)
def test_time_is_linear_in_the_number_of_lines(line: str) -> None:
    seconds(line * 500)
    few = min(seconds(line * 1_000) for _ in range(3))
    assert seconds(line * 10_000) < 40 * max(few, 0.005)
