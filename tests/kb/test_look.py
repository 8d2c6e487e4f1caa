"""A few places are seen as the walk sees all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.kb.exclusion import load_exclusions
from grooveseek.kb.look import Look, look
from grooveseek.kb.walk import walk
from support.kb import knowledge_base, tree
from support.unprivileged import unprivileged


def _wants(path: str) -> bool:
    return path.endswith(".md")


def _look(root: Path, *places: str, below: bool = True) -> Look:
    kb = knowledge_base(root)
    return look(kb, load_exclusions(kb), _wants, dict.fromkeys(places, below))


def _paths(seen: Look) -> list[str]:
    return [found.path for found in seen.files]


def test_a_file_is_found_as_the_walk_finds_it(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a/b.md", "c.md")
    kb = knowledge_base(root)
    assert _look(root, "a/b.md").files == walk(kb, load_exclusions(kb), _wants).files[:1]


def test_a_folder_is_found_with_all_below_it_or_not_at_all(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a/b.md", "a/c/d.md", "a/e.txt", "f.md")
    assert _paths(_look(root, "a", "a/b.md")) == ["a/b.md", "a/c/d.md"]
    assert _paths(_look(root, "a", below=False)) == []


def test_a_folder_within_a_folder_is_seen_once(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a/b.md", "a/c/d.md", "a-z/e.md", "drafts/x.md")
    (root / ".grooveignore").write_text("drafts/\n")
    seen = _look(root, "a/c", "a/b.md", "a", "a-z", "drafts")
    assert seen.folders == {"a": 2, "a-z": 1}
    assert _paths(seen) == ["a/b.md", "a/c/d.md", "a-z/e.md"]


@pytest.mark.parametrize(
    "place", ["x.txt", "~$x.md", "node_modules/x.md", "drafts/x.md", "drafts", "gone.md", "a.md/x.md"]
)
def test_what_the_walk_leaves_out_is_left_out(tmp_path: Path, place: str) -> None:
    root = tree(tmp_path / "kb", "x.txt", "~$x.md", "node_modules/x.md", "drafts/x.md", "a.md")
    (root / ".grooveignore").write_text("drafts/\n!drafts/x.md\n")
    assert _paths(_look(root, place)) == []


@pytest.mark.parametrize("others", [[], ["a/other.md"]])
def test_what_a_list_left_out_is_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: list[str]
) -> None:
    root = tree(tmp_path / "kb", "a/b.md", *others)
    scandir, left_out = os.scandir, list[str]()

    class Listed:
        """A list that was made while `b.md` was replaced."""

        def __init__(self, place: str) -> None:
            with scandir(place) as found:
                self._entries = [entry for entry in found if entry.name != "b.md" or left_out]
            if place.endswith("a"):
                left_out.append("b.md")

        def __enter__(self) -> Iterator[os.DirEntry[str]]:
            return iter(self._entries)

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Listed)
    seen = _look(root, "a/b.md")
    assert left_out
    assert _paths(seen) == ["a/b.md"]
    assert not seen.is_gone("a/b.md")
    assert seen.is_gone("a/gone.md")


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tree(tmp_path / "outside", "x.md")
    root = tree(tmp_path / "kb", "a.md")
    (root / "folder").symlink_to(outside)
    (root / "link.md").symlink_to("a.md")
    seen = _look(root, "folder", "folder/x.md", "link.md")
    assert _paths(seen) == []
    assert seen.is_gone("folder/x.md")
    assert not seen.is_gone("link.md")


def test_gone_is_what_is_certainly_not_there(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a.md", "b/c.md", "was-a-file.md/", "drafts/x.md")
    (root / ".grooveignore").write_text("drafts/\n")
    seen = _look(root)
    assert [path for path in ("a.md", "b/c.md", "drafts/x.md") if seen.is_gone(path)] == []
    gone = ["A.md", "b/d.md", "gone/x/y.md", "a.md/x.md", "was-a-file.md"]
    assert [path for path in gone if not seen.is_gone(path)] == []


def test_nothing_below_a_shut_folder_is_gone() -> None:
    with unprivileged() as folder:
        root = tree(folder / "kb", "shut/a.md", "shut/deeper/b.md")
        (root / "shut").chmod(0)
        seen = _look(root, "shut")
        (root / "shut").chmod(0o700)
        assert not seen.is_gone("shut/a.md")
        assert not seen.is_gone("shut/deeper/b.md")
        assert seen.warnings[0].startswith("shut/: the folder cannot be listed")


def test_a_root_that_is_not_there_is_no_empty_one(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a.md")
    kb = knowledge_base(root)
    exclusions = load_exclusions(kb)
    root.rename(tmp_path / "elsewhere")
    with pytest.raises(GrooveError, match="is not there"):
        look(kb, exclusions, _wants, {"a.md": False})


def test_a_path_of_many_folders_is_followed(tmp_path: Path) -> None:
    root = tree(tmp_path / "kb", "a.md")
    deep = "/".join(["d"] * 1500)
    assert _look(root, deep).is_gone(f"{deep}/x.md")
    place = "/".join(["d"] * 500)
    tree(root, f"{place}/x.md")
    assert _paths(_look(root, f"{place}/x.md")) == [f"{place}/x.md"]
