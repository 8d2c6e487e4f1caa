from __future__ import annotations

import pytest

from grooveseek.reading.groups import Group, groups_of


def test_groups_hold_what_shares_the_first_two_folders() -> None:
    paths = ["readme.md", "deep-dive/mcp/sub/deeper.md", "ai-news/today.md", "deep-dive/mcp/overview.md"]

    assert groups_of(paths) == (
        Group("", ("readme.md",)),
        Group("ai-news", ("ai-news/today.md",)),
        Group("deep-dive/mcp", ("deep-dive/mcp/overview.md", "deep-dive/mcp/sub/deeper.md")),
    )


@pytest.mark.parametrize(
    ("group", "name", "description"),
    [
        (Group("", ("a.md",)), "(root)", "1 document in the root of the knowledge base"),
        (Group("a/b", ("a/b/c.md", "a/b/d.md")), "a/b", "2 documents in a/b"),
    ],
)
def test_a_group_is_named_and_counted(group: Group, name: str, description: str) -> None:
    assert (group.name, group.description) == (name, description)


def test_there_is_no_group_without_a_document() -> None:
    assert groups_of([]) == ()
