from __future__ import annotations

import os
from pathlib import Path

import pytest

from grooveseek.kb.exclusion import Exclusions, load_exclusions
from grooveseek.kb.ignore import parse_ignore_file
from support.kb import knowledge_base, tree
from support.unprivileged import unprivileged

WORKED_EXAMPLE = b"logs/\n!logs/keep.md\n*.tmp.md\nnotes/*.md\n!notes/keep.md\n!node_modules/\n"


@pytest.mark.parametrize("path", ["logs/keep.md", "a/b/X.TMP.md", "notes/a.md", "node_modules/x.md"])
def test_excluded_by_the_worked_example(path: str) -> None:
    assert Exclusions(rules=parse_ignore_file(WORKED_EXAMPLE)).excludes_file(path)


@pytest.mark.parametrize("path", ["notes/keep.md", "notes/sub/a.md"])
def test_indexed_by_the_worked_example(path: str) -> None:
    assert not Exclusions(rules=parse_ignore_file(WORKED_EXAMPLE)).excludes_file(path)


def test_an_excluded_folder_name_never_excludes_a_file() -> None:
    exclusions = Exclusions(["archive.md"])
    assert not exclusions.excludes_file("notes/archive.md")
    assert exclusions.excludes_directory("Archive.md")
    assert exclusions.excludes_file("Archive.md/a.md")


@pytest.mark.parametrize("name", [".git", ".GIT", ".svn", "node_modules", "Node_Modules"])
def test_some_folders_are_excluded_whatever_is_configured(name: str) -> None:
    exclusions = Exclusions([], parse_ignore_file(f"!{name}/\n!{name}/**\n".encode()))
    assert exclusions.excludes_directory(name)
    assert exclusions.excludes_file(f"a/{name}/b/c.md")
    assert not exclusions.excludes_file(f"a/{name}")


@pytest.mark.parametrize(
    ("configured", "on_disk", "excluded"),
    [
        ("Archiv", "aRCHIV", True),
        ("ÉTÉ", "été", True),
        ("ΟΔΟΣ", "οδος", True),
        ("οδος", "ΟΔΟΣ", True),
        ("straße", "STRASSE", False),
        ("été", "e\u0301te\u0301", False),
        ("archive", "archives", False),
        ("a*", "ab", False),
    ],
)
def test_folder_names_are_compared_whole_and_without_case(configured: str, on_disk: str, excluded: bool) -> None:
    assert Exclusions([configured]).excludes_directory(f"x/{on_disk}") is excluded


def test_a_configured_list_replaces_all_but_the_failsafe(tmp_path: Path) -> None:
    exclusions = load_exclusions(knowledge_base(tree(tmp_path / "kb"), exclude_dirs=()))
    assert not exclusions.excludes_directory(".obsidian")
    assert exclusions.excludes_directory(".git")
    assert load_exclusions(knowledge_base(tmp_path / "kb")).excludes_directory("a/.Obsidian")


def test_the_root_is_never_excluded() -> None:
    exclusions = Exclusions(["", "."], parse_ignore_file(b"*\n"))
    assert not exclusions.excludes_directory("")
    assert exclusions.excludes_directory("a")


def test_nothing_below_an_excluded_folder_comes_back() -> None:
    exclusions = Exclusions(rules=parse_ignore_file(b"a/\n!a/b/\n!a/b/c.md\n"))
    assert exclusions.excludes_directory("a/b")
    assert exclusions.excludes_file("a/b/c.md")


def test_a_missing_ignore_file_is_silent(tmp_path: Path) -> None:
    exclusions = load_exclusions(knowledge_base(tree(tmp_path / "kb", "sub/.grooveignore", ".gitignore")))
    assert (exclusions.warnings, exclusions.pattern_count) == ((), 0)
    assert not exclusions.excludes_file(".gitignore")


def test_the_ignore_file_is_read_from_the_root(tmp_path: Path) -> None:
    tree(tmp_path / "kb")
    (tmp_path / "kb/.grooveignore").write_bytes(b"# mine\n\nsecret/\n*.log.md\n[z\n")
    exclusions = load_exclusions(knowledge_base(tmp_path / "kb"))
    assert exclusions.pattern_count == 2
    assert exclusions.excludes_file("a/secret/b.md")
    assert len(exclusions.warnings) == 1
    assert "line 5" in exclusions.warnings[0]


def _symlink(place: Path) -> None:
    (place.parent.parent / "rules").write_text("*\n")
    place.symlink_to("../rules")


def _dangling(place: Path) -> None:
    place.symlink_to("gone")


def _hard_link(place: Path) -> None:
    (place.parent.parent / "rules").write_text("*\n")
    os.link(place.parent.parent / "rules", place)


def _folder(place: Path) -> None:
    place.mkdir()


def _too_large(place: Path) -> None:
    place.write_bytes(b"*\n" * 32_768 + b"\n")


@pytest.mark.parametrize("make", [_symlink, _dangling, _hard_link, _folder, _too_large])
def test_an_ignore_file_that_is_refused_is_warned_of_and_not_applied(make: object, tmp_path: Path) -> None:
    tree(tmp_path / "kb")
    assert callable(make)
    make(tmp_path / "kb/.grooveignore")
    exclusions = load_exclusions(knowledge_base(tmp_path / "kb"))
    assert len(exclusions.warnings) == 1
    assert exclusions.warnings[0].startswith(".grooveignore is not applied: it ")
    assert not exclusions.excludes_file("a.md")


def test_an_ignore_file_of_just_the_limit_applies(tmp_path: Path) -> None:
    tree(tmp_path / "kb")
    (tmp_path / "kb/.grooveignore").write_bytes(b"*\n" + b"#" * 65_534)
    assert load_exclusions(knowledge_base(tmp_path / "kb")).excludes_file("a.md")


def test_an_ignore_file_that_may_not_be_read_is_warned_of() -> None:
    with unprivileged() as folder:
        (tree(folder, ".grooveignore") / ".grooveignore").chmod(0)
        warnings = load_exclusions(knowledge_base(folder)).warnings
    assert len(warnings) == 1
    assert "cannot be read" in warnings[0]
