"""The words half of a run, as a whole."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from typing import Any

import pytest

from grooveseek.errors import GrooveError
from grooveseek.indexing import texts
from grooveseek.kb.walk import Walk, walk
from support.indexing import Base, Recorder, counters

_NOTES = {
    f"{name}.md": f"# {name.title()}\n\nA note on {name}, long enough to be a chunk of its own.\n"
    for name in ("one", "two")
}


def test_found_files_are_told_with_the_extensions(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    assert base.report.counts == [(2, ("md",))]


def test_progress_counts_every_file(base: Base) -> None:
    base.write({**_NOTES, "bad.md": b"\xff\xfe\xfd"})
    base.run()
    base.run()
    assert [step for step in base.report.steps if step[0] == "text"] == [("text", 1, 3), ("text", 2, 3), ("text", 3, 3)]


def test_an_empty_base_has_no_progress(base: Base) -> None:
    assert counters(base.run()) == (0, 0, 0, 0)
    assert base.report.steps == []


def test_an_emptied_root_is_not_taken_for_deleted_files(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    for name in _NOTES:
        (base.root / name).unlink()
    with pytest.raises(GrooveError, match=r"is empty although the index holds 2 documents.*nothing was removed"):
        base.run()
    assert base.paths() == ["one.md", "two.md"]


def test_a_root_that_holds_other_files_only_was_emptied_on_purpose(base: Base) -> None:
    base.write({**_NOTES, "picture.png": b"png"})
    base.run()
    for name in _NOTES:
        (base.root / name).unlink()
    assert counters(base.run()) == (0, 0, 2, 0)


def test_a_file_that_its_folder_s_list_left_out_while_it_was_replaced_keeps_its_row(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    base.write(_NOTES)
    base.run()

    def overlook(*given: Any) -> Walk:
        seen = walk(*given)
        return replace(seen, files=tuple(found for found in seen.files if found.path != "one.md"))

    monkeypatch.setattr(texts, "walk", overlook)
    assert counters(base.run()) == (0, 0, 0, 0)
    base.write({"one.md": "# One\n\nAnother text of the note on one, which is long enough, too.\n"})
    (base.root / "two.md").unlink()
    assert counters(base.run()) == (1, 0, 1, 0)


def test_a_root_that_has_vanished_is_refused(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.root.rename(base.root.with_name("elsewhere"))
    with pytest.raises(GrooveError, match="cannot be examined"):
        base.run()
    assert base.paths() == ["one.md", "two.md"]


def test_an_unchanged_run_writes_nothing(base: Base) -> None:
    base.write(_NOTES)
    for name in _NOTES:
        os.utime(base.root / name, (1_700_000_000, 1_700_000_000))
    base.run()
    revision = base.index.revision()
    assert counters(base.run()) == (0, 0, 0, 0)
    assert base.index.revision() == revision


def test_the_schema_decides_which_fields_are_kept(base: Base) -> None:
    base.write({"a.md": "---\nstatus: draft\nteam: [a, b]\nother: x\n---\n" + _NOTES["one.md"]})
    base.run(declared_fields=("status", "team"))
    with base.index.snapshot() as snapshot:
        assert snapshot.field_counts() == {"status": 1, "team": 2}
        assert snapshot.facts().declared_fields == ("status", "team")


def test_another_schema_reads_unchanged_files_once_and_embeds_nothing(base: Base) -> None:
    base.write({"a.md": "---\nstatus: draft\n---\n" + _NOTES["one.md"], **_NOTES})
    base.run()
    base.embedded.clear()
    assert counters(base.run(declared_fields=("status",))) == (0, 0, 0, 0)
    assert base.report.notes == [
        "Recorded the declared frontmatter fields of 3 unchanged Markdown documents, nothing embedded"
    ]
    assert base.embedded == []
    with base.index.snapshot() as snapshot:
        assert snapshot.field_counts() == {"status": 1}
    base.run(declared_fields=("status",))
    assert base.report.notes == []


def test_fields_are_not_offered_while_their_pass_is_open(base: Base) -> None:
    base.write({"a.md": "---\nstatus: draft\n---\n" + _NOTES["one.md"], **_NOTES})
    base.run()
    seen: list[tuple[str, ...] | None] = []

    class Looking(Recorder):
        def found(self, count: int, extensions: tuple[str, ...]) -> None:
            with base.index.snapshot() as snapshot:
                seen.append(snapshot.facts().declared_fields)

    base.run(Looking(), declared_fields=("status",))
    assert seen == [None]


def test_a_pass_that_missed_a_file_is_repeated(base: Base) -> None:
    base.write({"a.md": "---\nstatus: draft\n---\n" + _NOTES["one.md"], **_NOTES})
    base.run()
    shutil.copy(base.root / "a.md", base.root.parent / "a.md")
    base.write({"a.md": b"\xff\xfe\xfd"})
    assert base.run(declared_fields=("status",)).skipped == 1
    assert base.report.warnings[-1].startswith("warning: some documents could not be read again")
    with base.index.snapshot() as snapshot:
        assert snapshot.facts().declared_fields is None
    shutil.copy(base.root.parent / "a.md", base.root / "a.md")
    base.run(declared_fields=("status",))
    with base.index.snapshot() as snapshot:
        assert snapshot.field_counts() == {"status": 1}


def test_files_read_again_for_the_schema_never_count_as_unparsed_or_updated(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    summary = base.run(declared_fields=("x",))
    assert (summary.updated, summary.frontmatter_unparsed) == (0, 0)
