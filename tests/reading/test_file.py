from __future__ import annotations

import os
from pathlib import Path

import pytest

from grooveseek.documents.registry import parser_set
from grooveseek.reading.errors import (
    ExtensionRefusedError,
    LinkRefusedError,
    NotFoundError,
    ReadRefusedError,
    TooLargeError,
    UnreadableError,
)
from grooveseek.reading.file import read_checked

PARSERS = parser_set(["md", "txt"])
CAP = 100


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A knowledge base with one document two folders down, and a secret beside it."""
    base = tmp_path / "kb"
    (base / "deep-dive/mcp").mkdir(parents=True)
    (base / "deep-dive/mcp/overview.md").write_text("# Overview\n")
    (base / "readme.md").write_text("# Read me\n")
    (tmp_path / "secret.md").write_text("secret")
    return base


def read(root: Path, path: str) -> bytes:
    return read_checked(root, path, PARSERS, lambda _: CAP).data


def test_the_exact_spelling_is_read(root: Path) -> None:
    assert read(root, "deep-dive/mcp/overview.md") == b"# Overview\n"


@pytest.mark.parametrize(
    "path",
    [
        "./readme.md",
        "deep-dive//mcp/overview.md",
        "deep-dive/../readme.md",
        "deep-dive\\..\\readme.md",
        "../secret.md",
        "/etc/passwd",
        "",
        "no-such.md",
        "readme.md/more.md",
        "README.md",
        "Readme.MD",
        "deep-dive/mcp/overview.md/",
        "a\0b.md",
        "\ud800.md",
        "x" * 5000 + ".md",
    ],
)
def test_everything_that_is_no_document_has_the_same_answer(root: Path, path: str) -> None:
    with pytest.raises(NotFoundError) as refusal:
        read(root, path)

    assert str(refusal.value) == str(NotFoundError())
    assert "exactly as `search` returned it" in str(refusal.value)


def test_a_link_is_refused(root: Path) -> None:
    (root / "link.md").symlink_to(root / "readme.md")
    (root / "out.md").symlink_to(root.parent / "secret.md")
    (root / "dangling.md").symlink_to(root / "nowhere.md")

    for name in ("link.md", "out.md", "dangling.md"):
        with pytest.raises(LinkRefusedError, match=r"access denied.*symbolic links"):
            read(root, name)


def test_a_second_name_is_refused(root: Path) -> None:
    os.link(root / "readme.md", root / "again.md")

    with pytest.raises(LinkRefusedError, match="more than one name"):
        read(root, "again.md")


def test_a_way_through_a_linked_folder_is_not_found(root: Path) -> None:
    (root / "inner").symlink_to(root / "deep-dive")
    (root / "outer").symlink_to(root.parent)

    for path in ("inner/mcp/overview.md", "outer/secret.md"):
        with pytest.raises(NotFoundError):
            read(root, path)


@pytest.mark.parametrize("path", [".git/config", "notes.exe", "no-extension", "not-there.pdf"])
def test_an_extension_that_is_not_enabled_is_refused_whether_or_not_the_file_exists(root: Path, path: str) -> None:
    (root / ".git").mkdir()
    (root / ".git/config").write_text("[core]")

    with pytest.raises(ExtensionRefusedError, match=r"access denied.*`\.md`, `\.txt`"):
        read(root, path)


def test_what_is_over_the_cap_is_refused_with_both_sizes(root: Path) -> None:
    (root / "full.md").write_bytes(b"x" * CAP)
    (root / "over.md").write_bytes(b"x" * (CAP + 1))

    assert len(read(root, "full.md")) == CAP
    with pytest.raises(TooLargeError, match=f"{CAP + 1} bytes.*{CAP}"):
        read(root, "over.md")


def test_what_is_no_regular_file_is_refused_without_waiting(root: Path) -> None:
    (root / "folder.md").mkdir()
    os.mkfifo(root / "pipe.md")

    for path in ("folder.md", "pipe.md"):
        with pytest.raises(UnreadableError, match="access denied"):
            read(root, path)


def test_no_refusal_names_a_folder_of_the_server(root: Path) -> None:
    (root / "link.md").symlink_to(root / "readme.md")
    (root / "folder.md").mkdir()

    for path in ("", "link.md", "folder.md", "x.exe", "no.md"):
        with pytest.raises(ReadRefusedError) as refusal:
            read(root, path)
        assert str(root) not in str(refusal.value)
