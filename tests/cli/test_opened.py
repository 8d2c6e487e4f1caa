"""What a server opens once its first answer is out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.cli.opened import opened
from grooveseek.index.open import open_index
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import open_workspace
from support.unprivileged import unprivileged


def test_without_an_index_an_empty_one_is_made(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    parts = opened(open_workspace(Choices(kb_path=tmp_path / "notes"), {}), None)
    with parts.index.snapshot() as snapshot:
        assert snapshot.stats().documents == 0
    parts.index.close()
    assert (tmp_path / ".groove.db").exists()


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
