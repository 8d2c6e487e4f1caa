from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from grooveseek.errors import InvalidRequestError
from grooveseek.reading.errors import NotFoundError
from grooveseek.server.backend import Opened
from grooveseek.server.outputs import DOCUMENT_OUTPUT
from support.server import EXAMPLE, call_tool, example_base


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def test_all_keys_are_there(opened: Opened) -> None:
    answer = call_tool(opened, "get_document", path="ai-news/today.md")

    jsonschema.validate(answer, dict(DOCUMENT_OUTPUT))
    assert answer == {
        "path": "ai-news/today.md",
        "title": "Today",
        "date": "2026-03-20",
        "topic": None,
        "tags": [],
        "content": EXAMPLE["ai-news/today.md"],
        "truncated": False,
    }


def test_a_range_of_lines_comes_with_where_it_stands(opened: Opened) -> None:
    answer = call_tool(opened, "get_document", path="ai-news/today.md", start_line=4, end_line=4)

    assert answer["content"] == "# Today\n"
    assert answer["lines"] == {"start": 4, "end": 4, "total": 6}


def test_a_file_that_is_not_indexed_can_be_read(opened: Opened) -> None:
    (opened.kb.root / "fresh.md").write_text("# Fresh\n")

    assert call_tool(opened, "get_document", path="fresh.md")["title"] == "Fresh"


def test_refusals_are_those_of_the_path_rules(opened: Opened) -> None:
    with pytest.raises(NotFoundError):
        call_tool(opened, "get_document", path="./readme.md")
    with pytest.raises(InvalidRequestError):
        call_tool(opened, "get_document", path="readme.md", start_line=0)


def test_a_slip_in_the_path_is_answered_with_what_was_meant(opened: Opened) -> None:
    with pytest.raises(NotFoundError, match=r'did you mean "ai-news/today\.md"'):
        call_tool(opened, "get_document", path="ai_news/Today.md")
