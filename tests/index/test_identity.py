"""An index belongs to one knowledge base, and a refusal tells the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.index.identity import IdentityMismatchError, check_root
from grooveseek.index.records import Facts


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


def test_a_renamed_folder_is_told_to_delete_the_index(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    told = _refusal(tmp_path / "notes", tmp_path / "work")
    assert f"{tmp_path / 'notes'}, which is gone" in told
    assert "if it was renamed to work, delete that index file" in told
    assert "--index PATH" in told


def test_a_folder_that_moved_with_its_index_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "new" / "notes").mkdir(parents=True)
    check_root(Facts(root=str(tmp_path / "old" / "notes")), tmp_path / "new" / "notes", tmp_path / "new" / ".groove.db")


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "notes")
    check_root(Facts(root=str(tmp_path / "notes")), tmp_path / "link", tmp_path / ".groove.db")
