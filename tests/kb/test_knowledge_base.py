from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.kb.knowledge_base import DEFAULT_EXCLUDE_DIRS, open_knowledge_base
from support.kb import tree


def test_the_index_lies_beside_the_knowledge_base(tmp_path: Path) -> None:
    kb = open_knowledge_base(tree(tmp_path / "notes"))
    assert (kb.root, kb.index_path) == (tmp_path / "notes", tmp_path / ".groove.db")
    assert (
        kb.exclude_dirs == DEFAULT_EXCLUDE_DIRS == (".obsidian", ".git", "node_modules", "target", ".vscode", ".idea")
    )


@pytest.mark.parametrize("spelling", [".", "./", "../notes", "sub/..", "../notes/./sub/../"])
def test_the_index_is_never_inside(spelling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree(tmp_path / "notes", "sub/"))
    kb = open_knowledge_base(spelling)
    assert (kb.root, kb.index_path) == (tmp_path / "notes", tmp_path / ".groove.db")


def test_a_link_is_kept_as_spelled(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link").symlink_to(tree(tmp_path / "notes"))
    kb = open_knowledge_base(tmp_path / "elsewhere" / "link")
    assert (kb.root, kb.index_path) == (tmp_path / "elsewhere" / "link", tmp_path / "elsewhere" / ".groove.db")


def test_behind_a_link_two_dots_lead_where_the_system_says(tmp_path: Path) -> None:
    tree(tmp_path / "real", "inner/", "notes/")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "inner")
    assert open_knowledge_base(tmp_path / "link" / ".." / "notes").root == tmp_path / "real" / "notes"


def test_the_index_lies_where_it_is_placed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert open_knowledge_base(tree(tmp_path / "notes"), index_path="my.db").index_path == tmp_path / "my.db"


def test_the_root_of_the_file_system_needs_a_placed_index(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="--index"):
        open_knowledge_base("/")
    assert open_knowledge_base("/", index_path=tmp_path / "my.db").root == Path("/")


@pytest.mark.parametrize(
    ("name", "reason"), [("missing", "no such folder"), ("file", "not a folder"), ("link", "no such folder")]
)
def test_what_is_no_folder_is_refused_and_nothing_created(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(GrooveError, match=reason) as refusal:
        open_knowledge_base(tmp_path / name)
    assert str(tmp_path / name) in str(refusal.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_path_that_is_no_path_is_refused() -> None:
    with pytest.raises(GrooveError, match="cannot be used"):
        open_knowledge_base("a\0b/..")


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="needs names that are any bytes")
@pytest.mark.parametrize("parts", [("kb\udcff",), ("parent\udcff", "kb")])
def test_a_name_that_is_not_unicode_is_refused(parts: tuple[str, ...], tmp_path: Path) -> None:
    root = tmp_path.joinpath(*parts)
    root.mkdir(parents=True)
    with pytest.raises(GrooveError, match=r"\\udcff.*: the name is not valid Unicode; rename"):
        open_knowledge_base(root)


def test_an_index_place_that_is_not_unicode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="not valid Unicode"):
        open_knowledge_base(tmp_path, index_path=tmp_path / "x\udcff.db")
