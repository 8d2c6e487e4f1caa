from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.index.records import FileState
from grooveseek.server.backend import Opened
from grooveseek.server.seen import look, updated_uris
from support.server import example_base, put


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def test_what_changed_is_told_with_its_group(opened: Opened) -> None:
    before = look(opened)
    put(opened.index, opened.parsers, "ai-news/today.md", b"# Today\n\nother words\n")
    after = look(opened)

    assert updated_uris(before, after) == {"kb://doc/ai-news/today.md", "kb://topic/ai-news"}
    assert before.groups() == after.groups()


def test_a_new_document_in_a_new_folder_changes_the_groups(opened: Opened) -> None:
    before = look(opened)
    put(opened.index, opened.parsers, "fresh/a.md", b"# A\n\nnew\n")
    after = look(opened)

    assert updated_uris(before, after) == {"kb://doc/fresh/a.md", "kb://topic/fresh"}
    assert after.groups() - before.groups() == {"fresh"}


def test_a_removed_document_is_told(opened: Opened) -> None:
    before = look(opened)
    opened.index.remove_documents(["readme.md"])

    assert updated_uris(before, look(opened)) == {"kb://doc/readme.md", "kb://topic/"}


def test_a_document_that_goes_off_offer_is_told(opened: Opened) -> None:
    before = look(opened)
    opened.index.touch({"readme.md": FileState(size=2_000_000, mtime_ns=1, inode=1, sha256="")})

    assert "kb://doc/readme.md" in updated_uris(before, look(opened))


def test_indexing_the_same_again_changes_nothing(opened: Opened) -> None:
    before = look(opened)
    put(opened.index, opened.parsers, "readme.md", (opened.kb.root / "readme.md").read_bytes())

    assert updated_uris(before, look(opened)) == set()
