from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.errors import GrooveError
from grooveseek.kb.exclusion import Exclusions, load_exclusions
from grooveseek.kb.walk import UNKNOWN, Found, Walk, check_listable, walk
from support.kb import knowledge_base, tree
from support.unprivileged import unprivileged

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of Unix")


def markdown(path: str) -> bool:
    return path.lower().endswith(".md")


def seen(root: Path, exclusions: Exclusions | None = None) -> Walk:
    return walk(knowledge_base(root), exclusions or Exclusions(), markdown)


def paths(found: Walk) -> list[str]:
    return [file.path for file in found.files]


def test_files_come_sorted_component_by_component(tmp_path: Path) -> None:
    tree(tmp_path, "b.md", "a.md", "a/z.md", "a/b/c.md", "a-b.md", "日記/1.md", "A.md", "a.txt")
    assert paths(seen(tmp_path)) == ["A.md", "a/b/c.md", "a/z.md", "a-b.md", "a.md", "b.md", "日記/1.md"]


def test_each_file_comes_with_its_state(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.md")
    status = (tmp_path / "a/b.md").stat()
    assert seen(tmp_path).files == (Found("a/b.md", 6, status.st_mtime_ns, status.st_ino),)


def test_paths_are_spelled_as_on_disk(tmp_path: Path) -> None:
    names = ["ゴミ.md", "コ\u3099ミ.md", "bug#42 &v=2+rev?.md", "50% plan.md", "2026_06_16.md", "Report.MD", "a\\b.md"]
    tree(tmp_path, *names)
    assert sorted(paths(seen(tmp_path))) == sorted(names)


def test_links_devices_and_lock_files_are_left_out_silently(tmp_path: Path) -> None:
    tree(tmp_path, "outside/x.md", "kb/a.md", "kb/~$a.md", "kb/folder.md/", "kb/deep/b.md")
    kb = tmp_path / "kb"
    (kb / "link.md").symlink_to("a.md")
    (kb / "out").symlink_to(tmp_path / "outside")
    (kb / "up").symlink_to("..")
    (kb / "deep/self").symlink_to(".")
    os.mkfifo(kb / "pipe.md")
    found = seen(kb)
    assert paths(found) == ["a.md", "deep/b.md"]
    assert found == Walk(found.files)


def test_a_lock_file_of_an_enabled_extension_is_left_out(tmp_path: Path) -> None:
    tree(tmp_path, ".~lock.a.odt#", "~$a.docx", ".~lock.a.odt")
    assert [file.path for file in walk(knowledge_base(tmp_path), Exclusions(), lambda _: True).files] == [
        ".~lock.a.odt"
    ]


def test_a_root_given_through_a_link_has_the_same_paths(tmp_path: Path) -> None:
    tree(tmp_path / "kb", "a.md", "b/c.md")
    (tmp_path / "link").symlink_to("kb")
    assert seen(tmp_path / "link").files == seen(tmp_path / "kb").files


def test_exclusions_prune_folders_and_files(tmp_path: Path) -> None:
    tree(
        tmp_path / "kb", "a.md", "drafts/b.md", "x/DRAFTS/c.md", "x/d.tmp.md", ".git/e.md", "target/f.md", "x/target.md"
    )
    (tmp_path / "kb/.grooveignore").write_text("*.tmp.md\ndrafts/\n")
    found = seen(tmp_path / "kb", load_exclusions(knowledge_base(tmp_path / "kb")))
    assert paths(found) == ["a.md", "x/target.md"]


def test_an_excluded_folder_is_not_even_listed() -> None:
    with unprivileged() as folder:
        (tree(folder, "a.md", "node_modules/") / "node_modules").chmod(0)
        found = seen(folder)
    assert (paths(found), found.warnings) == (["a.md"], ())


def test_names_the_index_cannot_hold_are_warned_of_and_counted(tmp_path: Path) -> None:
    tree(tmp_path, "a.md")
    for name in (b"\xff.md", b"\xff.txt"):
        (tmp_path / os.fsdecode(name)).touch()
    (tmp_path / os.fsdecode(b"folder\xfe")).mkdir()
    (tmp_path / os.fsdecode(b"folder\xfe") / "b.md").write_text("x")
    found = seen(tmp_path)
    assert paths(found) == ["a.md"]
    assert found.names_refused == 2
    assert len(found.warnings) == 2
    assert all("not valid Unicode" in line and line.encode() for line in found.warnings)


def test_a_file_with_a_second_name_is_left_out_with_the_reason(tmp_path: Path) -> None:
    tree(tmp_path, "outside.md", "kb/a.md")
    os.link(tmp_path / "outside.md", tmp_path / "kb/b.md")
    found = seen(tmp_path / "kb")
    assert paths(found) == ["a.md"]
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith("b.md: ")
    assert "replace it with a copy" in found.warnings[0]
    assert found.names_refused == 0


def test_a_folder_that_cannot_be_listed_protects_what_lies_below() -> None:
    with unprivileged() as folder:
        (tree(folder, "a.md", "closed/sub/b.md", "open/c.md") / "closed").chmod(0)
        found = seen(folder)
    assert paths(found) == ["a.md", "open/c.md"]
    assert found.unreadable_prefixes == ("closed/",)
    assert len(found.warnings) == 1
    assert "closed/" in found.warnings[0]


def test_a_file_that_cannot_be_examined_is_named_so_that_reading_says_why() -> None:
    with unprivileged() as folder:
        (tree(folder, "a.md", "listed/b.md") / "listed").chmod(0o444)
        found = seen(folder)
    assert paths(found) == ["a.md", "listed/b.md"]
    assert found.files[1] == Found("listed/b.md", UNKNOWN, UNKNOWN, UNKNOWN)


def test_a_file_that_cannot_be_read_is_still_found() -> None:
    with unprivileged() as folder:
        (tree(folder, "a.md", "closed.md") / "closed.md").chmod(0)
        assert paths(seen(folder)) == ["a.md", "closed.md"]


def test_a_vanished_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="cannot be examined"):
        seen(tmp_path / "gone")


def test_a_root_that_is_a_file_is_refused(tmp_path: Path) -> None:
    tree(tmp_path, "kb")
    with pytest.raises(GrooveError, match="cannot be listed"):
        seen(tmp_path / "kb")


def test_a_root_that_may_not_be_listed_is_refused() -> None:
    with unprivileged() as folder:
        (tree(folder, "kb/a.md") / "kb").chmod(0o111)
        with pytest.raises(GrooveError, match="cannot be listed"):
            seen(folder / "kb")


def test_whether_a_root_may_be_listed_is_known_before_a_walk() -> None:
    with unprivileged() as folder:
        kb = knowledge_base(tree(folder, "kb/a.md") / "kb")
        check_listable(kb)
        kb.root.chmod(0o111)
        with pytest.raises(GrooveError, match="cannot be listed"):
            check_listable(kb)


@pytest.mark.parametrize("replaced", [True, False])
def test_a_root_that_vanishes_meanwhile_is_refused(replaced: bool, tmp_path: Path) -> None:
    tree(tmp_path / "kb", "a.md", "b.md")

    def swap(path: str) -> bool:
        if path == "a.md":
            (tmp_path / "kb").rename(tmp_path / "elsewhere")
            if replaced:
                (tmp_path / "kb").mkdir()
        return True

    with pytest.raises(GrooveError, match="replaced" if replaced else "cannot be examined"):
        walk(knowledge_base(tmp_path / "kb"), Exclusions(), swap)


def test_files_and_folders_that_vanish_meanwhile_are_not_there(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "b.md", "c/d.md", "e.md")

    def sweep(path: str) -> bool:
        if path == "a.md":
            (tmp_path / "b.md").unlink()
            (tmp_path / "c/d.md").unlink()
            (tmp_path / "c").rmdir()
        return True

    found = walk(knowledge_base(tmp_path), Exclusions(), sweep)
    assert (paths(found), found.warnings, found.unreadable_prefixes) == (["a.md", "e.md"], (), ())


def test_a_tree_deeper_than_the_stack_is_walked(tmp_path: Path) -> None:
    deep = "d/" * 200 + "deep.md"
    tree(tmp_path, deep)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        found = seen(tmp_path)
    finally:
        sys.setrecursionlimit(limit)
    assert paths(found) == [deep]


SEGMENTS = st.sampled_from(["a", "b", "a.md", "B.md", "é.md", "日.md", "drafts", "x.txt"])


@settings(max_examples=60)
@given(wanted=st.lists(st.lists(SEGMENTS, min_size=1, max_size=4), max_size=12))
def test_the_walk_finds_what_asking_path_by_path_would(
    wanted: list[list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("kb")
    for segments in wanted:
        try:
            tree(root, "/".join(segments))
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue
    exclusions = Exclusions(["drafts"])
    expected = [
        path
        for place in root.rglob("*")
        if place.is_file() and markdown(path := place.relative_to(root).as_posix())
        if not exclusions.excludes_file(path)
    ]
    assert paths(seen(root, exclusions)) == sorted(expected, key=lambda path: path.split("/"))
