"""When a file is opened, and what of it is trusted afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grooveseek.indexing.reading import UNTRUSTED_MTIME
from support.indexing import Base, counters

_NOTE = "# Note\n\nSomething worth finding again, written down in the morning.\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that are opened for reading."""
    names: list[str] = []
    real = os.open

    def counting(path: str | Path, flags: int, *args: int, dir_fd: int | None = None, **others: int) -> int:
        if not flags & (os.O_PATH | os.O_DIRECTORY):
            names.append(Path(path).name)
        return real(path, flags, *args, dir_fd=dir_fd, **others)

    monkeypatch.setattr(os, "open", counting)
    return names


def _age(base: Base, *paths: str) -> None:
    """Make files old enough for their times to be trusted."""
    for path in paths:
        os.utime(base.root / path, (1_700_000_000, 1_700_000_000))


def test_a_file_whose_stat_did_not_move_is_not_opened(base: Base, opened: list[str]) -> None:
    base.write({"a.md": _NOTE, "b/c.md": _NOTE})
    _age(base, "a.md", "b/c.md")
    base.run()
    assert sorted(name for name in opened if name.endswith(".md")) == ["a.md", "c.md"]
    opened.clear()
    assert counters(base.run()) == (0, 0, 0, 0)
    assert [name for name in opened if name.endswith(".md")] == []


def test_a_file_written_just_now_is_read_once_more_and_then_trusted(base: Base) -> None:
    base.write({"a.md": _NOTE})
    base.run()
    with base.index.snapshot() as snapshot:
        assert snapshot.files()["a.md"].state.mtime_ns == UNTRUSTED_MTIME
    _age(base, "a.md")
    base.run()
    with base.index.snapshot() as snapshot:
        assert snapshot.files()["a.md"].state.mtime_ns == 1_700_000_000 * 10**9


def test_a_write_of_equal_length_within_a_clock_tick_is_noticed(base: Base) -> None:
    base.write({"a.md": _NOTE})
    before = (base.root / "a.md").stat()
    base.run()
    (base.root / "a.md").write_text(_NOTE.replace("morning", "evening"))
    os.utime(base.root / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.found("evening") != []


def test_equal_bytes_with_another_time_write_no_row(base: Base) -> None:
    base.write({"a.md": _NOTE})
    base.run()
    revision = base.index.revision()
    _age(base, "a.md")
    assert counters(base.run()) == (0, 0, 0, 0)
    assert base.report.indexed_paths == []
    assert base.index.revision() == revision
