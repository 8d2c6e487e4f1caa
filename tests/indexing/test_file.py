"""One file against its row: every situation has one outcome."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.parser import MIB, ParseOptions
from grooveseek.documents.registry import ParserSet, parser_set
from support.indexing import Base, Recorder, counters
from support.unprivileged import unprivileged

_NOTE = "# Note\n\nSomething worth finding again, written down in the morning.\n"


def _age(base: Base, *paths: str) -> None:
    """Make files old enough for their times to be trusted."""
    for path in paths:
        os.utime(base.root / path, (1_700_000_000, 1_700_000_000))


def _stored_size(base: Base, path: str) -> int:
    with base.index.snapshot() as snapshot:
        return snapshot.files()[path].state.size


def test_a_new_file_is_indexed(base: Base) -> None:
    base.write({"a.md": _NOTE})
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.report.indexed_paths == [("a.md", 1)]
    assert base.found("worth finding") == ["Something worth finding again, written down in the morning."]


@pytest.mark.parametrize("size", [101, 5000])
def test_a_file_over_its_cap_is_skipped_and_its_row_stays(base: Base, size: int) -> None:
    base.write({"a.md": _NOTE})
    base.run()
    base.write({"a.md": "x" * size})
    assert counters(base.run(max_text_file_size=100)) == (0, 0, 0, 1)
    assert base.report.warnings == [
        f"Skipping a.md: text file too large ({size} bytes > 100 limit); raise [index].max_text_file_size to admit it"
    ]
    assert base.found("worth finding") != []
    assert _stored_size(base, "a.md") == size


def test_a_file_as_large_as_its_cap_is_indexed(base: Base) -> None:
    base.write({"a.md": "x" * 100})
    assert counters(base.run(max_text_file_size=100)) == (1, 0, 0, 0)


def test_a_raised_cap_of_files_leaves_the_one_of_what_they_inflate_to(base: Base) -> None:
    """A workbook of 60 MiB that inflates to 200, with a cap of 300 for files alone."""
    with zipfile.ZipFile(base.root / "large.xlsx", "w") as archive:
        archive.writestr("xl/media/stored.bin", bytes(60 * MIB), zipfile.ZIP_STORED)
        archive.writestr("xl/media/packed.bin", bytes(140 * MIB), zipfile.ZIP_DEFLATED, 1)
    summary = base.run(parsers=parser_set(["xlsx"]), max_binary_file_size=300 * MIB)
    assert counters(summary) == (0, 0, 0, 1)
    assert len(base.report.warnings) == 1
    assert "[index].max_decompressed_size" in base.report.warnings[0]


def test_a_file_is_let_in_once_the_cap_admits_it(base: Base) -> None:
    base.write({"a.md": _NOTE})
    _age(base, "a.md")
    base.run()
    base.write({"a.md": f"{_NOTE}\nmore of it"})
    _age(base, "a.md")
    base.run(max_text_file_size=10)
    assert counters(base.run()) == (1, 0, 0, 0)


def test_lowering_a_cap_removes_nothing(base: Base) -> None:
    base.write({"a.md": _NOTE})
    _age(base, "a.md")
    base.run()
    assert counters(base.run(max_text_file_size=1)) == (0, 0, 0, 0)
    assert base.paths() == ["a.md"]


def test_a_skip_for_size_is_recorded_once(base: Base) -> None:
    base.write({"a.md": _NOTE})
    base.run()
    base.write({"a.md": _NOTE * 10})
    base.run(max_text_file_size=100)
    with base.index.snapshot() as snapshot:
        before = snapshot.files()["a.md"]
    assert counters(base.run(max_text_file_size=100)) == (0, 0, 0, 1)
    with base.index.snapshot() as snapshot:
        assert snapshot.files()["a.md"] == before


def test_a_file_that_gained_a_second_name_is_no_longer_collected(base: Base, tmp_path: Path) -> None:
    base.write({"a.md": _NOTE, "b.md": _NOTE + "more"})
    base.run()
    os.link(base.root / "a.md", tmp_path / "elsewhere.md")
    assert counters(base.run()) == (0, 0, 1, 0)
    assert base.report.warnings[0].startswith("warning: a.md: left out: it has 2 names on disk")
    assert "copy" in base.report.warnings[0]


@pytest.mark.parametrize("data", [b"caf\xe9 au lait, not UTF-8 at all", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_bytes_that_are_no_text_are_skipped_by_name_and_the_row_stays(base: Base, data: bytes) -> None:
    base.write({"a.md": _NOTE, "b.md": "# B\n\nAnother note that is in order and stays in order.\n"})
    base.run()
    base.write({"a.md": data})
    assert counters(base.run()) == (0, 0, 0, 1)
    assert base.report.warnings[0].startswith("Skipping a.md: parse failed: ")
    assert base.paths() == ["a.md", "b.md"]


def test_a_crash_of_a_parser_costs_its_file_alone(base: Base) -> None:
    def crash(path: str, data: bytes, options: ParseOptions) -> Document:
        raise RecursionError("too deep")

    sound = base.options().parsers
    parsers = ParserSet(sound.formats, sound.options, {"md": crash})
    base.write({"a.md": _NOTE})
    assert counters(base.run(parsers=parsers)) == (0, 0, 0, 1)
    assert base.report.warnings == ["Skipping a.md: parse failed: RecursionError: too deep"]


def test_half_of_a_surrogate_pair_is_a_parse_failure(base: Base) -> None:
    base.write({"a.md": '---\ntitle: "\\ud800"\n---\n' + _NOTE, "b.md": _NOTE + "more"})
    summary = base.run()
    assert summary.total_documents + summary.skipped == 2
    assert "b.md" in base.paths()


@pytest.mark.parametrize("content", ["", "   \n\n", "\ufeff", "---\ntitle: T\n---\n"])
def test_a_new_file_without_content_is_counted_and_nothing_is_said(base: Base, content: str) -> None:
    base.write({"a.md": content})
    assert counters(base.run()) == (0, 0, 0, 1)
    assert base.report.warnings == []
    assert base.paths() == []
    assert base.embedded == []


def test_a_file_that_lost_its_content_loses_its_row(base: Base) -> None:
    base.write({"a.md": _NOTE})
    base.run()
    base.write({"a.md": "\n"})
    assert counters(base.run()) == (0, 0, 0, 1)
    assert base.report.warnings == ["Skipping a.md: no content left; its rows are removed"]
    assert base.paths() == []


@pytest.mark.parametrize(
    ("frontmatter", "title", "tags"),
    [
        ("title: [a", None, ("frontmatter:unparsed",)),
        ("topic: [a]", None, ("frontmatter:unparsed",)),
    ],
)
def test_broken_frontmatter_is_counted_and_the_body_is_indexed(
    base: Base, frontmatter: str, title: str | None, tags: tuple[str, ...]
) -> None:
    base.write({"a.md": f"---\n{frontmatter}\n---\nbody of the note, long enough to be found by its words"})
    summary = base.run()
    assert (summary.updated, summary.frontmatter_unparsed, summary.failure) == (1, 1, None)
    assert base.report.warnings[0].startswith("warning: a.md: failed to parse YAML frontmatter: ")
    with base.index.snapshot() as snapshot:
        row = snapshot.document("a.md")
    assert row is not None
    assert (row.title, row.tags) == (title, tags)
    assert base.found("long enough") != []


def test_frontmatter_without_an_end_is_text_and_no_fault(base: Base) -> None:
    base.write({"a.md": "---\ntitle: x\n"})
    summary = base.run()
    assert summary.frontmatter_unparsed == 0
    assert base.report.warnings == []


def test_an_unchanged_file_is_not_counted_as_unparsed_again(base: Base) -> None:
    base.write({"a.md": "---\ntitle: [a\n---\nbody of the note"})
    assert base.run().frontmatter_unparsed == 1
    assert base.run().frontmatter_unparsed == 0


def test_a_stub_of_broken_frontmatter_is_skipped_named_and_counted(base: Base) -> None:
    base.write({"a.md": "---\ntitle: [a\n---\n"})
    summary = base.run()
    assert (summary.skipped, summary.frontmatter_unparsed) == (1, 1)
    assert base.report.warnings[0].startswith("warning: a.md: failed to parse YAML frontmatter: ")


def test_what_cannot_be_read_is_skipped_named_and_kept() -> None:
    with unprivileged() as folder:
        base = Base(folder / "kb")
        base.write({"a.md": _NOTE, "shut/b.md": _NOTE + "b", "c.md": _NOTE + "c"})
        base.run()
        base.write({"a.md": "changed, but nobody may read it now"})
        (base.root / "a.md").chmod(0)
        (base.root / "shut").chmod(0)
        assert counters(base.run()) == (0, 0, 0, 1)
        (base.root / "shut").chmod(0o700)
        assert base.report.warnings == [
            "warning: shut/: the folder cannot be listed (Permission denied); its rows are kept",
            "Skipping a.md: failed to read: Permission denied",
        ]
        assert base.paths() == ["a.md", "c.md", "shut/b.md"]
        base.close()


def test_a_file_that_vanishes_between_listing_and_reading_is_skipped_and_kept(base: Base) -> None:
    base.write({"a.md": _NOTE, "b.md": _NOTE + "b"})
    base.run()
    base.write({"a.md": _NOTE + "changed", "b.md": _NOTE + "changed too"})

    class Vanishing(Recorder):
        def found(self, count: int, extensions: tuple[str, ...]) -> None:
            (base.root / "a.md").unlink()

    report = Vanishing()
    assert counters(base.run(report)) == (1, 0, 0, 1)
    assert report.warnings == ["Skipping a.md: no such file"]
    assert base.paths() == ["a.md", "b.md"]
