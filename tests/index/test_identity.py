"""An index belongs to one knowledge base, and a refusal tells the way out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grooveseek.index.identity import Identity, IdentityMismatchError, check_identity, check_root, check_root_of_run
from grooveseek.index.records import DocumentRow, Facts, FileState, IndexedFile
from grooveseek.models.identity import http_identity


def test_another_dimension_of_the_same_endpoint_is_another_identity() -> None:
    def identity(dimension: int) -> Identity:
        return Identity(http_identity("document-model", "query-model", dimension), dimension)

    recorded = identity(768)
    facts = Facts(model=recorded.model, dimension=recorded.dimension)
    assert facts.model == "openai-compatible:document-model|query-model:62f629b83987"
    check_identity(facts, identity(768), "groove index --force")
    with pytest.raises(IdentityMismatchError, match=r"768 dimensions.*769 dimensions.*: groove index --force"):
        check_identity(facts, identity(769), "groove index --force")


def _refusal(recorded: Path, root: Path) -> str:
    with pytest.raises(IdentityMismatchError) as refused:
        check_root(Facts(root=str(recorded)), root, root.parent / ".groove.db")
    return str(refused.value)


def test_a_second_folder_beside_the_first_is_told_to_take_an_index_of_its_own(tmp_path: Path) -> None:
    for name in ("notes", "work"):
        (tmp_path / name).mkdir()
    told = _refusal(tmp_path / "notes", tmp_path / "work")
    assert f"belongs to the knowledge base {tmp_path / 'notes'}, not to {tmp_path / 'work'}" in told
    assert "--index PATH" in told
    assert "renamed" not in told


def test_a_renamed_folder_is_told_how_to_take_its_index_along(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    told = _refusal(tmp_path / "notes", tmp_path / "work")
    assert f"{tmp_path / 'notes'}, which is gone" in told
    assert f"if it was renamed to work, run `groove index` on {tmp_path / 'work'}" in told
    assert "--index PATH" in told


def _check_of_run(recorded: Path, root: Path, *files: IndexedFile) -> None:
    place = root.parent / ".groove.db"
    check_root_of_run(Facts(root=str(recorded)), root, place, lambda: {file.path: file for file in files})


def _indexed(place: Path, path: str) -> IndexedFile:
    status = place.stat()
    state = FileState(status.st_size, -1, status.st_ino, "ab" * 32)
    row = DocumentRow(1, path, None, None, None, None, None, (), "2026-01-01T00:00:00Z", status.st_size, 1)
    return IndexedFile(path, state, row)


def test_a_run_takes_the_index_of_a_renamed_folder_along(tmp_path: Path) -> None:
    (tmp_path / "work" / "deep").mkdir(parents=True)
    (tmp_path / "work" / "deep" / "a.md").write_text("text")
    stays = _indexed(tmp_path / "work" / "deep" / "a.md", "deep/a.md")
    gone = replace(stays, path="gone.md")
    _check_of_run(tmp_path / "notes", tmp_path / "work", gone, stays)


def test_a_run_takes_no_index_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    for name in ("a.md", "b.md"):
        (tmp_path / "work" / name).write_text("text")
    other = replace(_indexed(tmp_path / "work" / "a.md", "a.md"), path="b.md")
    with pytest.raises(IdentityMismatchError, match=r"none of its files lies here.*Delete that index.*--index PATH"):
        _check_of_run(tmp_path / "notes", tmp_path / "work", other)


def test_a_run_takes_no_index_from_a_folder_that_is_there(tmp_path: Path) -> None:
    for name in ("notes", "work"):
        (tmp_path / name).mkdir()
    (tmp_path / "work" / "a.md").write_text("text")
    with pytest.raises(IdentityMismatchError, match="belongs to the knowledge base"):
        _check_of_run(tmp_path / "notes", tmp_path / "work", _indexed(tmp_path / "work" / "a.md", "a.md"))


def test_a_folder_that_moved_with_its_index_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "new" / "notes").mkdir(parents=True)
    check_root(Facts(root=str(tmp_path / "old" / "notes")), tmp_path / "new" / "notes", tmp_path / "new" / ".groove.db")


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "notes")
    check_root(Facts(root=str(tmp_path / "notes")), tmp_path / "link", tmp_path / ".groove.db")
