from __future__ import annotations

from pathlib import Path

import jsonschema  # type: ignore[import-untyped]

from grooveseek.server.outputs import TOPICS_OUTPUT
from support.server import call_tool, example_base


def test_one_entry_per_category_and_topic(tmp_path: Path) -> None:
    opened = example_base(tmp_path)

    answer = call_tool(opened, "list_topics")

    jsonschema.validate(answer, dict(TOPICS_OUTPUT))
    assert [(entry["category"], entry["topic"], entry["file_count"], entry["children"]) for entry in answer] == [
        (None, None, 1, []),
        ("ai-news", None, 1, []),
        ("deep-dive", "mcp", 2, [{"segment": "sub", "file_count": 1, "children": []}]),
    ]
    opened.index.close()


def test_an_empty_index_has_no_topics(tmp_path: Path) -> None:
    opened = example_base(tmp_path, {})

    assert call_tool(opened, "list_topics") == []
    opened.index.close()
