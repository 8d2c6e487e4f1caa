from __future__ import annotations

from grooveseek.index.records import TopicGroup, TopicNode
from grooveseek.search.topics import topics_to_wire

AT = "2026-01-01T00:00:00Z"


def test_groups_are_ordered_null_first_and_keep_their_trees() -> None:
    tree = (TopicNode("tools", 2, (TopicNode("graph", 1, ()),)),)
    groups = [
        TopicGroup("x", "mcp", 1, AT, (), (TopicNode("z", 1, ()),)),
        TopicGroup("notes", None, 1, AT, ("A",), ()),
        TopicGroup("deep-dive", "mcp", 3, AT, (), tree),
        TopicGroup(None, None, 1, AT, (), ()),
    ]

    wire = topics_to_wire(groups)

    assert [(entry["category"], entry["topic"], entry["file_count"]) for entry in wire] == [
        (None, None, 1),
        ("deep-dive", "mcp", 3),
        ("notes", None, 1),
        ("x", "mcp", 1),
    ]
    assert wire[0] == {
        "category": None,
        "topic": None,
        "file_count": 1,
        "last_updated": AT,
        "titles": [],
        "children": [],
    }
    assert wire[1]["children"] == [
        {"segment": "tools", "file_count": 2, "children": [{"segment": "graph", "file_count": 1, "children": []}]}
    ]
    assert wire[2]["titles"] == ["A"]
    assert wire[3]["children"] == [{"segment": "z", "file_count": 1, "children": []}]
