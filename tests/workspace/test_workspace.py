"""A knowledge base as a door meets it."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from grooveseek.errors import GrooveError, IndexFileError
from grooveseek.index.identity import IdentityMismatchError
from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.index.sqlite.schema import FORMAT
from grooveseek.workspace import replacing
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import open_workspace
from support.index import document, write_embedded
from support.unprivileged import unprivileged


def test_a_folder_that_may_not_be_listed_gets_no_index() -> None:
    with unprivileged() as folder:
        (folder / "kb").mkdir()
        space = open_workspace(Choices(kb_path=folder / "kb"), {"HOME": str(folder)})
        (folder / "kb").chmod(0o111)
        with pytest.raises(GrooveError, match="cannot be listed"):
            space.writable_index(force=False, note=print)
        assert [each.name for each in folder.iterdir()] == ["kb"]


def test_nothing_is_left_beside_a_file_that_is_not_an_index(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "mine.txt").write_text("my own words")
    space = open_workspace(Choices(kb_path=tmp_path / "kb", index=tmp_path / "mine.txt"), {"HOME": str(tmp_path)})
    with pytest.raises(IndexFileError, match="left alone"):
        space.writable_index(force=True, note=print)
    assert {each.name for each in tmp_path.iterdir()} == {"kb", "mine.txt"}


def _older_index_of(root: Path) -> Path:
    """Beside `root`."""
    path = root.with_name(".groove.db")
    index = open_index(path, create=True)
    write_embedded(index, document("a.md", "some words"))
    index.record(Facts(root=str(root)))
    index.close()
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", FORMAT - 1)
    connection.close()
    return path


def test_an_older_index_of_another_knowledge_base_is_not_emptied(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "other").mkdir()
    path = _older_index_of(tmp_path / "other")
    before = path.read_bytes()
    space = open_workspace(Choices(kb_path=tmp_path / "kb"), {"HOME": str(tmp_path)})
    with pytest.raises(IdentityMismatchError, match=r"belongs to the knowledge base .*other, not to .*kb"):
        space.writable_index(force=True, note=print)
    assert path.read_bytes() == before


def test_an_older_index_of_a_knowledge_base_that_is_gone_is_emptied(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    _older_index_of(tmp_path / "before")
    notes: list[str] = []
    space = open_workspace(Choices(kb_path=tmp_path / "kb"), {"HOME": str(tmp_path)})
    space.writable_index(force=False, note=notes.append).close()
    assert len(notes) == 1
    assert "it is emptied" in notes[0]


def test_an_index_that_another_process_has_replaced_by_now_is_not_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kb").mkdir()
    space = open_workspace(Choices(kb_path=tmp_path / "kb"), {"HOME": str(tmp_path)})
    space.kb.index_path.write_bytes(b"damaged" * 1000)
    damage_of = replacing.damage_of

    def look_and_be_overtaken(path: Path) -> str | None:
        found = damage_of(path)
        monkeypatch.undo()
        other = space.writable_index(force=True, note=print)
        write_embedded(other, document("a.md", "text"))
        other.close()
        return found

    monkeypatch.setattr(replacing, "damage_of", look_and_be_overtaken)
    notes: list[str] = []
    index = space.writable_index(force=True, note=notes.append)
    with index.snapshot() as snapshot:
        assert snapshot.stats().documents == 1
    index.close()
    assert notes == []
