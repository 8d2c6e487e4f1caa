from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.index.records import FileState
from grooveseek.reading.errors import LinkRefusedError
from grooveseek.server.backend import Opened
from grooveseek.server.resources import (
    TRUNCATED,
    ResourceNotFoundError,
    list_groups,
    offered_paths,
    read_resource,
)
from support.server import example_base, put


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def test_groups_are_listed_by_prefix(opened: Opened) -> None:
    listed = list_groups(opened)

    assert [entry.group.name for entry in listed] == ["(root)", "ai-news", "deep-dive/mcp"]
    assert listed[2].group.description.startswith("2 ")
    assert all(entry.last_modified.endswith("Z") for entry in listed)


def test_the_size_of_a_group_is_that_of_what_reading_it_gives(opened: Opened) -> None:
    last = list_groups(opened)[-1]

    assert last.size == len(read_resource(opened, "kb://topic/deep-dive/mcp").text.encode())


def test_a_group_is_a_list_of_paths_and_uris(opened: Opened) -> None:
    content = read_resource(opened, "kb://topic/deep-dive/mcp")

    assert content.mime_type == "text/markdown"
    assert content.text == (
        "# deep-dive/mcp\n\n2 documents in deep-dive/mcp\n\n"
        "- `deep-dive/mcp/overview.md` kb://doc/deep-dive/mcp/overview.md\n"
        "- `deep-dive/mcp/sub/deeper.md` kb://doc/deep-dive/mcp/sub/deeper.md\n"
    )


@pytest.mark.parametrize("uri", ["kb://topic/", "kb://topic/ai-news/", "kb://topic/ai%2dnews"])
def test_a_group_may_be_spelled_with_a_slash_behind_or_escapes(opened: Opened, uri: str) -> None:
    assert read_resource(opened, uri).uri == uri


def test_a_document_is_handed_over_as_it_stands(opened: Opened) -> None:
    content = read_resource(opened, "kb://doc/ai-news/today.md")

    assert content.text.startswith("---\ndate: 2026-03-20\n---\n# Today\n")
    assert content.mime_type == "text/markdown"


def test_every_uri_that_is_listed_can_be_read(tmp_path: Path) -> None:
    files = {
        "日本語/ノート.md": "# ノート\n\n本文\n",
        "with space/and #hash.md": "# H\n\nx\n",
        "50% plan.md": "# P\n\nx\n",
    }
    opened = example_base(tmp_path, files)

    for entry in list_groups(opened):
        text = read_resource(opened, "kb://topic/" + entry.group.prefix.replace(" ", "%20")).text
        for uri in [word for word in text.split() if word.startswith("kb://doc/")]:
            assert read_resource(opened, uri).text
    assert read_resource(opened, "kb://doc/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%83%8E%E3%83%BC%E3%83%88.md").text
    assert read_resource(opened, "kb://doc/with%20space/and%20%23hash.md").text
    opened.index.close()


@pytest.mark.parametrize(
    "uri",
    [
        "kb://doc/%2e%2e%2fsecret.md",
        "kb://doc/a%zz.md",
        "kb://doc/a%2",
        "kb://doc/",
        "kb://doc//etc/passwd",
        "file:///etc/passwd",
        "kb://doc/no-such.md",
        "kb://topic/nowhere",
        "kb://other/readme.md",
        "",
    ],
)
def test_everything_else_is_not_found(opened: Opened, uri: str) -> None:
    with pytest.raises(ResourceNotFoundError, match="groove doctor"):
        read_resource(opened, uri)


def test_a_file_that_is_not_indexed_is_no_resource(opened: Opened) -> None:
    (opened.kb.root / "unindexed.md").write_text("# U\n")

    with pytest.raises(ResourceNotFoundError):
        read_resource(opened, "kb://doc/unindexed.md")


def test_a_document_over_the_cap_is_in_no_listing_and_not_read(opened: Opened) -> None:
    opened.index.touch({"ai-news/today.md": FileState(size=2 * 1024 * 1024, mtime_ns=1, inode=1, sha256="")})

    assert "ai-news/today.md" not in offered_paths(opened)
    assert [entry.group.name for entry in list_groups(opened)] == ["(root)", "deep-dive/mcp"]
    with pytest.raises(ResourceNotFoundError):
        read_resource(opened, "kb://doc/ai-news/today.md")


def test_a_file_that_became_a_link_is_a_failure_of_the_moment(opened: Opened) -> None:
    path = opened.kb.root / "readme.md"
    path.rename(opened.kb.root / "moved.md")
    path.symlink_to(opened.kb.root / "moved.md")

    with pytest.raises(LinkRefusedError):
        read_resource(opened, "kb://doc/readme.md")


def test_other_text_formats_are_plain_text(tmp_path: Path) -> None:
    opened = example_base(tmp_path, {"a.txt": "some plain words\n"}, enabled=("md", "txt"))

    assert read_resource(opened, "kb://doc/a.txt").mime_type == "text/plain"
    opened.index.close()


def test_a_cut_text_ends_in_a_marked_notice() -> None:
    assert TRUNCATED.startswith("\n\n---\n\n*[groove] Truncated")
    assert "1 MiB" in TRUNCATED


def test_offered_paths_are_sorted(opened: Opened) -> None:
    put(opened.index, opened.parsers, "a.md", b"# A\n\nnew\n")

    assert offered_paths(opened) == [
        "a.md",
        "ai-news/today.md",
        "deep-dive/mcp/overview.md",
        "deep-dive/mcp/sub/deeper.md",
        "readme.md",
    ]
