"""Rows follow their files: moved, written, removed."""

from __future__ import annotations

import os
import shutil
import threading

import pytest

from grooveseek.indexing.state import CancelledError
from support.indexing import Base, Recorder, counters, rows_of
from support.unprivileged import unprivileged


def _note(words: str) -> str:
    return f"# Note on {words}\n\nHere stand a few sentences about {words}, so that a chunk comes of it.\n"


def test_vanished_files_take_new_names_in_path_order(base: Base) -> None:
    base.write({"a.md": _note("one"), "b.md": _note("one"), "c.md": _note("two")})
    base.run()
    base.embedded.clear()
    (base.root / "a.md").unlink()
    (base.root / "b.md").rename(base.root / "x.md")
    assert counters(base.run()) == (0, 1, 1, 0)
    assert base.report.renames == [("a.md", "x.md")]
    assert base.report.deletions == ["b.md"]
    assert base.embedded == []


def test_a_file_that_is_there_but_unreadable_has_not_vanished() -> None:
    with unprivileged() as folder:
        base = Base(folder / "kb")
        base.write({"a.md": _note("one"), "b.md": _note("one"), "c.md": _note("two")})
        base.run()
        (base.root / "b.md").rename(base.root / "x.md")
        base.write({"a.md": "something else that nobody may read"})
        (base.root / "a.md").chmod(0)
        assert counters(base.run()) == (0, 1, 0, 1)
        assert base.report.renames == [("b.md", "x.md")]
        assert base.paths() == ["a.md", "c.md", "x.md"]
        base.close()


def test_a_moved_file_is_not_opened_when_it_is_the_same_file(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    base.write({"a.md": _note("one")})
    os.utime(base.root / "a.md", (1_700_000_000, 1_700_000_000))
    base.run()
    (base.root / "a.md").rename(base.root / "b.md")
    monkeypatch.setattr("grooveseek.indexing.reading.read_file", None)
    assert counters(base.run()) == (0, 1, 0, 0)


def test_a_copy_in_place_of_the_original_counts_as_renamed(base: Base) -> None:
    base.write({"a.md": _note("one")})
    base.run()
    shutil.copy(base.root / "a.md", base.root / "b.md")
    (base.root / "a.md").unlink()
    assert counters(base.run()) == (0, 1, 0, 0)


def test_a_file_moved_and_edited_is_another_one(base: Base) -> None:
    base.write({"a.md": _note("one")})
    base.run()
    (base.root / "a.md").rename(base.root / "b.md")
    base.write({"b.md": _note("two")})
    assert counters(base.run()) == (1, 0, 1, 0)


def test_a_folder_moves_without_an_embedding(base: Base) -> None:
    files = {f"old/part/{number}.md": _note(f"subject {number}") for number in range(4)}
    base.write(files)
    base.run()
    base.embedded.clear()
    (base.root / "old").rename(base.root / "new")
    assert counters(base.run()) == (0, 4, 0, 0)
    assert base.embedded == []
    with base.index.snapshot() as snapshot:
        assert {(row.path, row.category, row.topic) for row in snapshot.documents()} == {
            (f"new/part/{number}.md", "new", "part") for number in range(4)
        }


@pytest.mark.parametrize(
    ("old", "new", "content"),
    [
        ("a.md", "other-name.md", "no heading at all, but words enough to be found again"),
        ("a/b/c.md", "x/y/z.md", _note("one")),
        ("a/b/c.md", "x/y/z.md", "---\ntitle: T\ntopic: b\n---\n" + _note("one")),
        ("a/b/c.md", "x.md", "---\ntitle: T\ntopic: other\n---\n" + _note("one")),
        ("first.md", "a/b/second.md", "---\ntitle: first\n---\n" + _note("one")),
    ],
)
@pytest.mark.parametrize("mode", ["off", "static"])
def test_a_renamed_document_reads_as_if_indexed_anew(base: Base, old: str, new: str, content: str, mode: str) -> None:
    base.settings = {"context_mode": mode}
    base.write({old: content})
    base.run()
    (base.root / new).parent.mkdir(parents=True, exist_ok=True)
    (base.root / old).rename(base.root / new)
    assert base.run().renamed == 1
    moved = rows_of(base.index)
    base.run(force=True)
    assert moved == rows_of(base.index)


def test_a_run_that_ends_between_a_move_and_its_reading_is_made_good(base: Base) -> None:
    base.write({"first-name.md": "no heading at all, but words enough to be found again"})
    os.utime(base.root / "first-name.md", (1_700_000_000, 1_700_000_000))
    base.run()
    (base.root / "first-name.md").rename(base.root / "second-name.md")
    stop = threading.Event()

    class Stopping(Recorder):
        def renamed(self, old: str, new: str) -> None:
            stop.set()

    with pytest.raises(CancelledError):
        base.run(Stopping(), stop)
    assert base.paths() == ["second-name.md"]
    base.run()
    moved = rows_of(base.index)
    base.run(force=True)
    assert moved == rows_of(base.index)


def test_in_static_mode_a_new_file_name_is_embedded(base: Base) -> None:
    base.settings = {"context_mode": "static"}
    base.write({"first-name.md": "no heading at all, but words enough to be found again"})
    base.run()
    base.embedded.clear()
    (base.root / "first-name.md").rename(base.root / "second-name.md")
    assert counters(base.run()) == (0, 1, 0, 0)
    assert [text.split("\n\n")[0] for text in base.embedded] == ["second name"]


def test_a_file_of_another_format_is_read_by_its_parser(base: Base) -> None:
    base.formats = ("md", "txt")
    base.write({"a.txt": _note("one")})
    base.run()
    (base.root / "a.txt").rename(base.root / "a.md")
    assert base.run().renamed == 1
    with base.index.snapshot() as snapshot:
        row = snapshot.document("a.md")
    assert row is not None
    assert row.title == "Note on one"


@pytest.mark.parametrize("content", ["---\ntitle: T\n---\n"])
def test_a_row_goes_when_the_new_format_gives_no_document(base: Base, content: str) -> None:
    base.formats = ("md", "txt")
    base.write({"a.txt": content})
    base.run()
    (base.root / "a.txt").rename(base.root / "a.md")
    assert base.run().skipped == 1
    assert base.paths() == []


def test_a_row_goes_when_the_new_format_cannot_read_the_file(base: Base) -> None:
    base.formats = ("md", "txt")
    base.write({"a.txt": _note("one")})
    base.run()
    (base.root / "a.txt").rename(base.root / "a.md")
    assert counters(base.run(max_text_file_size=10)) == (0, 1, 1, 1)
    assert base.paths() == []


def test_a_file_over_its_cap_keeps_its_content_under_its_new_name(base: Base) -> None:
    base.write({"a.md": _note("one")})
    base.run()
    base.write({"a.md": "x" * 1000})
    base.run(max_text_file_size=500)
    (base.root / "a.md").rename(base.root / "b.md")
    assert counters(base.run(max_text_file_size=500)) == (0, 1, 0, 1)
    assert base.found("few sentences") != []
    with base.index.snapshot() as snapshot:
        assert snapshot.files()["b.md"].state.size == 1000


def test_what_is_gone_or_no_longer_collected_is_removed(base: Base) -> None:
    base.formats = ("md", "txt")
    base.write({"a.md": _note("a"), "b.txt": _note("b"), "c/d.md": _note("d"), "e.md": _note("e")})
    base.run()
    (base.root / "e.md").unlink()
    base.formats = ("md",)
    base.exclude_dirs = ("c",)
    assert counters(base.run()) == (0, 0, 3, 0)
    assert base.report.deletions == ["b.txt", "c/d.md", "e.md"]


def test_an_ignore_rule_removes_and_its_withdrawal_brings_back(base: Base) -> None:
    base.write({"a.md": _note("a"), "drafts/b.md": _note("b"), ".grooveignore": "drafts/\n# a comment\n\n!a.md\n"})
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.report.notes[0] == f"Applying .grooveignore from {base.root} (2 pattern(s))"
    base.write({".grooveignore": "a.md\n"})
    assert counters(base.run()) == (1, 0, 1, 0)
    (base.root / ".grooveignore").unlink()
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.report.notes == []


def test_a_link_in_place_of_a_file_is_no_file(base: Base) -> None:
    base.write({"a.md": _note("a"), "b.md": _note("b")})
    base.run()
    (base.root / "a.md").unlink()
    (base.root / "a.md").symlink_to("b.md")
    assert counters(base.run()) == (0, 0, 1, 0)


@pytest.mark.parametrize("name", ["bug#42 &v=2+rev?.md", "50% plan.md", "50%25 plan.md", "日記 1.md", "2026_06_16.md"])
def test_names_are_kept_as_on_disk(base: Base, name: str) -> None:
    base.write({name: _note("a"), "2026-06-16.md": _note("b")})
    base.run()
    (base.root / name).rename(base.root / f"new {name}")
    assert base.run().renamed == 1
    assert set(base.paths()) == {f"new {name}", "2026-06-16.md"}


def test_both_normal_forms_of_a_name_are_names_of_their_own(base: Base) -> None:
    composed, decomposed = "\u30b4\u30df.md", "\u30b3\u3099\u30df.md"
    base.write({composed: _note("composed"), decomposed: _note("decomposed")})
    base.run()
    assert set(base.paths()) == {composed, decomposed}


def test_names_the_index_cannot_hold_are_counted_apart(base: Base) -> None:
    base.write({"a.md": _note("a")})
    (base.root / os.fsdecode(b"\xff.md")).write_text(_note("b"))
    summary = base.run()
    assert (summary.names_refused, summary.skipped, summary.total_documents) == (1, 0, 1)


def test_the_first_skipped_paths_are_named(base: Base) -> None:
    base.write({f"{number}.md": b"\xff\xfe\xfd" for number in range(7)})
    summary = base.run()
    assert summary.skipped == 7
    assert summary.skipped_paths == ("0.md", "1.md", "2.md", "3.md", "4.md")
