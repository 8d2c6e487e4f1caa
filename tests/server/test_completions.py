from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grooveseek.server.backend import Opened
from grooveseek.server.completions import complete_day, complete_path, complete_topic
from support.server import example_base


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    files = {
        "a/mcp/x.md": "---\ndate: 2026-03-20\n---\n# X\n\nx\n",
        "a/more-mcp/x.md": "---\ndate: 2026-04-01T10:00:00Z\n---\n# X\n\nx\n",
        "a/rag/x.md": "---\ndate: spring\n---\n# X\n\nx\n",
    }
    made = example_base(tmp_path, files)
    yield made
    made.index.close()


@pytest.mark.parametrize(
    ("typed", "values"),
    [("", ("mcp", "more-mcp", "rag")), ("mcp", ("mcp", "more-mcp")), ("MC", ("mcp", "more-mcp")), ("zzz", ())],
)
def test_topics_that_begin_so_come_before_those_that_hold_it(
    opened: Opened, typed: str, values: tuple[str, ...]
) -> None:
    assert complete_topic(opened, typed).values == values


def test_paths_are_those_on_offer(opened: Opened) -> None:
    assert complete_path(opened, "rag").values == ("a/rag/x.md",)
    assert complete_path(opened, "a/m").values == ("a/mcp/x.md", "a/more-mcp/x.md")


def test_days_are_those_of_documents_newest_first_after_the_usual_one(opened: Opened) -> None:
    usual = (datetime.now(UTC) - timedelta(days=30)).date().isoformat()

    assert complete_day(opened, "").values == (usual, "2026-04-01", "2026-03-20")


def test_a_hundred_are_enough_and_all_are_counted(tmp_path: Path) -> None:
    opened = example_base(tmp_path, {f"t/n{number}/a.md": "# A\n\nx\n" for number in range(120)})

    found = complete_topic(opened, "n")

    assert (len(found.values), found.total) == (100, 120)
    opened.index.close()
