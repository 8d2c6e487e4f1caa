"""What gives no document is read once, and again when it or the rules change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.parser import Format, ParseOptions
from grooveseek.documents.registry import ParserSet
from grooveseek.errors import RefusedFileError
from grooveseek.indexing import refusals
from grooveseek.kb.read import Reading, read_file
from support.indexing import Base, counters, watching
from support.unprivileged import unprivileged

_OLD = (1_700_000_000, 1_700_000_000)


def _write_old(base: Base, path: str, content: bytes) -> None:
    """A file that was not written just now, so that its time can be trusted."""
    base.write({path: content})
    os.utime(base.root / path, _OLD)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of the files that were read."""
    paths: list[str] = []

    def counted(root: Path, path: str, cap: int | None) -> Reading:
        paths.append(path)
        return read_file(root, path, cap)

    monkeypatch.setattr("grooveseek.indexing.reading.read_file", counted)
    return paths


@pytest.fixture
def refused(base: Base, read: list[str]) -> Base:
    """A file that is no text, one without content, one of each kind with a row, all read."""
    _write_old(base, "binary.md", b"\xff\xfe\x00")
    _write_old(base, "blank.md", b"   \n")
    _write_old(base, "fine.md", b"# Fine\n\nText that is there to be found.\n")
    assert counters(base.run()) == (1, 0, 0, 2)
    assert sorted(read) == ["binary.md", "blank.md", "fine.md"]
    read.clear()
    return base


def test_the_next_run_reads_nothing_and_says_the_same(refused: Base, read: list[str]) -> None:
    said = refused.report.warnings
    assert said
    assert counters(refused.run()) == (0, 0, 0, 2)
    assert refused.report.warnings == said
    assert counters(refused.run()) == (0, 0, 0, 2)
    assert read == []


def test_nothing_is_written_when_nothing_is_new(refused: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused.index, "remember_refusals", None)
    assert counters(refused.run()) == (0, 0, 0, 2)


def test_a_file_that_changes_is_read_again(refused: Base, read: list[str]) -> None:
    refused.write({"binary.md": "# Text\n\nNow it is text that can be found.\n"})
    assert counters(refused.run()) == (1, 0, 0, 1)
    assert read == ["binary.md"]
    assert set(refused.index.refusals()) == {"blank.md"}


def test_a_changed_file_that_is_no_text_is_read_once_and_keeps_its_row(refused: Base, read: list[str]) -> None:
    _write_old(refused, "fine.md", b"\xff")
    for _ in range(2):
        assert counters(refused.run()) == (0, 0, 0, 3)
        assert refused.paths() == ["fine.md"]
    assert read == ["fine.md"]


def test_force_reads_everything(refused: Base, read: list[str]) -> None:
    assert counters(refused.run(force=True)) == (1, 0, 0, 2)
    assert sorted(read) == ["binary.md", "blank.md", "fine.md"]
    assert set(refused.index.refusals()) == {"binary.md", "blank.md"}


def test_another_release_reads_them_again(refused: Base, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "__version__", "1000.0")
    assert counters(refused.run()) == (0, 0, 0, 2)
    assert sorted(read) == ["binary.md", "blank.md"]


def test_broken_frontmatter_without_a_body_is_counted_by_every_run(base: Base, read: list[str]) -> None:
    _write_old(base, "stub.md", b"---\ntitle: [a\n---\n")
    for _ in range(2):
        assert base.run().frontmatter_unparsed == 1
    assert read == ["stub.md"] * 2


def _parsers(lasting: bool, settings: ParseOptions | None = None) -> ParserSet:
    def refuse(path: str, _data: bytes, _options: ParseOptions) -> Document:
        raise RefusedFileError(path, "not today", lasting=lasting)

    formats = (Format("md", "text", lambda _: refuse),)
    return ParserSet(formats, settings or ParseOptions(), {"md": refuse})


def test_what_took_too_long_is_tried_once_more_and_then_left_alone(base: Base, read: list[str]) -> None:
    _write_old(base, "slow.md", b"x")
    told = []
    for _ in range(4):
        assert counters(base.run(parsers=_parsers(lasting=False))) == (0, 0, 0, 1)
        told += base.report.warnings
    assert read == ["slow.md"] * 2
    once = "Skipping slow.md: parse failed: not today"
    assert told == [once, *[f"{once}, for the second time; it is tried again when it changes, or with --force"] * 3]


def test_what_took_too_long_once_is_indexed_when_there_is_time(base: Base, read: list[str]) -> None:
    _write_old(base, "slow.md", b"# Slow\n\nText that is there to be found.\n")
    base.run(parsers=_parsers(lasting=False))
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.index.refusals() == {}


@pytest.mark.parametrize("change", ["bytes", "force", "setting"])
def test_what_took_too_long_twice_is_tried_again_for_a_reason(base: Base, read: list[str], change: str) -> None:
    _write_old(base, "slow.md", b"x")
    for _ in range(3):
        base.run(parsers=_parsers(lasting=False))
    if change == "bytes":
        base.write({"slow.md": b"xy"})
        os.utime(base.root / "slow.md", (_OLD[0] + 1, _OLD[1] + 1))
    settings = ParseOptions(deadline_seconds=500) if change == "setting" else None
    base.run(parsers=_parsers(lasting=False, settings=settings), force=change == "force")
    assert read == ["slow.md"] * 3
    base.run(parsers=_parsers(lasting=False, settings=settings))
    # After a forced run the file is known to be slow; another file, or another limit, has its two tries.
    assert read == ["slow.md"] * (3 if change == "force" else 4)


def test_what_cannot_be_read_just_now_is_tried_by_every_run(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_old(base, "shut.md", b"x")
    tried = []

    def refuse(_root: Path, path: str, _cap: int | None) -> Reading:
        tried.append(path)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("grooveseek.indexing.reading.read_file", refuse)
    for _ in range(4):
        assert counters(base.run()) == (0, 0, 0, 1)
    assert tried == ["shut.md"] * 4


def test_another_setting_reads_them_again(base: Base, read: list[str]) -> None:
    _write_old(base, "large.md", b"x")
    for budget in (10, 10, None):
        base.run(parsers=_parsers(lasting=True, settings=ParseOptions(max_decompressed_size=budget)))
    assert read == ["large.md"] * 2


def test_files_below_a_folder_that_is_shut_are_not_forgotten(read: list[str]) -> None:
    with unprivileged() as folder:
        base = Base(folder / "kb")
        _write_old(base, "deep/binary.md", b"\xff")
        _write_old(base, "gone.md", b"\xff")
        base.run()
        (base.root / "deep").chmod(0)
        (base.root / "gone.md").unlink()
        base.run()
        assert set(base.index.refusals()) == {"deep/binary.md"}
        (base.root / "deep").chmod(0o755)
        read.clear()
        assert counters(base.run()) == (0, 0, 0, 1)
        assert read == []
        base.close()


def test_a_watcher_remembers_what_it_could_not_read_and_forgets_it_when_it_can(refused: Base) -> None:
    with watching(refused) as watcher:
        refused.write({"fine.md": b"\xff"})
        watcher.wait_for_line("watcher: skipped fine.md")
        watcher.wait_for(lambda: set(refused.index.refusals()) == {"binary.md", "blank.md", "fine.md"})
        refused.write({"fine.md": "# Fine\n\nText that is there again to be found.\n"})
        watcher.wait_for(lambda: set(refused.index.refusals()) == {"binary.md", "blank.md"})
    assert refused.found("again to be found") == ["Text that is there again to be found."]


def test_a_reason_of_any_characters_is_remembered(base: Base) -> None:
    def refuse(path: str, _data: bytes, _options: ParseOptions) -> Document:
        raise RefusedFileError(path, "half \ud800")

    _write_old(base, "odd.md", b"x")
    base.run(parsers=ParserSet((Format("md", "text", lambda _: refuse),), ParseOptions(), {"md": refuse}))
    assert base.index.refusals()["odd.md"].reason == "parse failed: half \\ud800"
