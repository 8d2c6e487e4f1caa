"""What a server opens once its first answer is out."""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from grooveseek.cli.opened import opened
from grooveseek.index.errors import OlderFormatError
from grooveseek.index.open import open_index
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import open_workspace
from support.cli import user
from support.unprivileged import unprivileged


def test_without_an_index_an_empty_one_is_made(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    parts = opened(open_workspace(Choices(kb_path=tmp_path / "notes"), {}), None)
    with parts.index.snapshot() as snapshot:
        assert snapshot.stats().documents == 0
    parts.index.close()
    assert (tmp_path / ".groove.db").exists()


@pytest.mark.parametrize(
    ("provider", "debounce_ms"), [("local", None), ("openai-compatible", 500)], ids=["no-watcher", "endpoint"]
)
def test_an_index_of_an_older_format_is_kept_where_nothing_refills_it(
    tmp_path: Path, provider: str, debounce_ms: int | None
) -> None:
    somebody = user(tmp_path)
    open_index(somebody.index, create=True).close()
    with closing(sqlite3.connect(somebody.index)) as connection:
        connection.execute("PRAGMA user_version = 1")
    before = somebody.index.read_bytes()
    config = None
    if provider != "local":
        endpoint = 'endpoint = "http://127.0.0.1:9/v1/embeddings"'
        config = somebody.config(f'[embedding]\nprovider = "{provider}"\n{endpoint}\nmodel = "m"\ndimension = 8\n')
    space = open_workspace(Choices(kb_path=somebody.notes, config=config), {})
    with pytest.raises(OlderFormatError, match="has index format 1"):
        opened(space, None, debounce_ms)
    assert somebody.index.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_an_index_in_a_folder_that_cannot_be_written_is_served() -> None:
    with unprivileged() as folder:
        notes = folder / "notes"
        notes.mkdir()
        open_index(folder / ".groove.db", create=True).close()
        (folder / ".groove.db").chmod(0o444)
        folder.chmod(0o555)
        try:
            parts = opened(open_workspace(Choices(kb_path=notes), {}), None)
            with parts.index.snapshot() as snapshot:
                assert snapshot.stats().documents == 0
            parts.index.close()
        finally:
            folder.chmod(0o755)


def _warnings(folder: Path, caplog: pytest.LogCaptureFixture, *names: str) -> list[str]:
    """What is warned of after `names` were indexed as text and plain text is not enabled any more."""
    somebody = user(folder)
    for name in names:
        somebody.note(name, f"What {name} says about anchors and chains, which is a sentence of its own.\n")
    file = somebody.config('[parsers]\nenabled = ["md", "txt"]\n')
    assert somebody.on_notes("index", "--config", file).code == 0
    parts = opened(open_workspace(Choices(kb_path=somebody.notes), {}), None)
    caplog.clear()
    for task in parts.background:
        task(threading.Event())
    parts.index.close()
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_documents_that_can_no_longer_be_read_are_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (warning,) = _warnings(tmp_path, caplog, "a.txt", "b.txt", "c.md", "d.txt", "e.txt")
    assert warning.startswith("4 indexed documents have an extension that is not enabled (a.txt, b.txt, d.txt, ...)")


def test_nothing_is_said_where_all_can_be_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert _warnings(tmp_path, caplog, "a.md") == []
