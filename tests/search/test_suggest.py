from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grooveseek.index.records import ChunkFilter, Facts, TopicGroup
from grooveseek.search.suggest import did_you_mean, nearest_paths, unknown_fields, unknown_places
from support.search import PLAIN_CHUNK, MemorySnapshot, document

PATHS = ("guide/setup.md", "guide/set-up-ci.md", "notes/2026/復旧手順.md", "archive/old.md")


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        ((), ""),
        (("a",), '; did you mean "a"?'),
        (("a", "b"), '; did you mean "a" or "b"?'),
        (("a", "b", "c"), '; did you mean "a", "b" or "c"?'),
    ],
)
def test_how_it_is_asked(names: Sequence[str], asked: str) -> None:
    assert did_you_mean(names) == asked


class Grouped(MemorySnapshot):
    def topics(self) -> Sequence[TopicGroup]:
        return [
            TopicGroup("notes", None, 1, "2026-01-01T00:00:00Z", (), ()),
            TopicGroup("deep-dive", "mcp", 1, "2026-01-01T00:00:00Z", (), ()),
        ]

    def facts(self) -> Facts:
        return Facts(declared_fields=("status", "environment"))


SNAPSHOT = Grouped([chunk for path in PATHS for chunk in document(path, replace(PLAIN_CHUNK))])


@pytest.mark.parametrize(
    ("where", "sentences"),
    [
        (ChunkFilter(category="notes", topic="mcp"), []),
        (ChunkFilter(category="note"), ['there is no category "note"; did you mean "notes"?']),
        (ChunkFilter(topic="MCP"), ['there is no topic "MCP"; did you mean "mcp"?']),
        (ChunkFilter(topic="zzz"), ['there is no topic "zzz"']),
        (
            ChunkFilter(category="deepdive", topic="mpc"),
            ['there is no category "deepdive"; did you mean "deep-dive"?', 'there is no topic "mpc"'],
        ),
        (ChunkFilter(path_globs=("guide/**", "!x.md", "archive/old.md")), []),
        (
            ChunkFilter(path_globs=("archive/odl.md",)),
            ['there is no document "archive/odl.md"; did you mean "archive/old.md"?'],
        ),
    ],
)
def test_places_that_no_document_has(where: ChunkFilter, sentences: list[str]) -> None:
    assert list(unknown_places(SNAPSHOT, where)) == sentences


def test_keys_that_no_frontmatter_declares() -> None:
    where = ChunkFilter(fields={"status": ["a"], "enviroment": ["b"]}, fields_not={"zzz": ["c"]})

    assert list(unknown_fields(SNAPSHOT, where)) == [
        'there is no field "enviroment"; did you mean "environment"?',
        'there is no field "zzz"',
    ]


def test_paths_are_those_of_the_index() -> None:
    assert nearest_paths(SNAPSHOT, "guide/setup")[0] == "guide/setup.md"
