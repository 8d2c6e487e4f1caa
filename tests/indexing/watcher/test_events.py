"""The system's news as batches of relative places."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grooveseek.indexing.watcher.events import Relative, RootLostError, quiet_batches
from grooveseek.indexing.watcher.mailbox import Places


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "kb"
    made.mkdir()
    return made


@contextmanager
def _batches(root: Path, debounce_ms: int = 50) -> Iterator[Iterator[Places]]:
    stop = threading.Event()
    batches = quiet_batches(root, debounce_ms, lambda place: not place.endswith(".log"), stop)
    assert next(batches) == {}
    yield batches
    stop.set()


def _next(batches: Iterator[Places]) -> Places:
    return next(batch for batch in batches if batch)


def test_paths_are_relative_to_the_root_and_to_what_it_resolves_to(tmp_path: Path, root: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    relative = Relative(link)
    assert relative(f"{link}{os.sep}a{os.sep}b.md") == "a/b.md"
    assert relative(f"{root}{os.sep}a{os.sep}b.md") == "a/b.md"
    assert relative(str(link)) == relative(str(root)) == ""
    assert relative(f"{root}-other{os.sep}x.md") is None


def test_what_came_or_went_is_told_from_what_changed(root: Path) -> None:
    (root / "old.md").write_text("x")
    with _batches(root) as batches:
        with (root / "old.md").open("ab", buffering=0) as old:
            # In one step: a file that is emptied first changes twice.
            old.write(b"changed")
        assert _next(batches) == {"old.md": False}
        (root / "folder").mkdir()
        assert _next(batches) == {"folder": True}
        (root / "old.md").rename(root / "new.md")
        assert _next(batches) == {"old.md": True, "new.md": True}


def test_what_does_not_matter_makes_no_batch(root: Path) -> None:
    with _batches(root) as batches:
        (root / "x.log").write_text("x")
        time.sleep(0.2)
        (root / "x.md").write_text("x")
        assert _next(batches) == {"x.md": True}


def test_a_batch_waits_for_quiet(root: Path) -> None:
    with _batches(root, debounce_ms=1500) as batches:
        started = time.monotonic()
        writer = threading.Thread(target=_write_slowly, args=(root, iter(range(10)), 0.1))
        writer.start()
        assert len(_next(batches)) == 10
        assert time.monotonic() - started >= 0.9 + 1.5
        writer.join()


def test_quiet_that_never_comes_is_not_waited_for(root: Path) -> None:
    with _batches(root, debounce_ms=60) as batches:
        done = threading.Event()
        endless = itertools.takewhile(lambda _: not done.is_set(), itertools.count())
        writer = threading.Thread(target=_write_slowly, args=(root, endless, 0.03))
        writer.start()
        assert _next(batches)
        done.set()
        writer.join()


def _write_slowly(root: Path, numbers: Iterator[int], pause: float) -> None:
    for number in numbers:
        (root / f"{number}.md").write_text("x")
        time.sleep(pause)


def test_a_root_that_goes_ends_it(root: Path) -> None:
    with _batches(root) as batches:
        root.rename(root.with_name("elsewhere"))
        with pytest.raises(RootLostError):
            _next(batches)


def test_a_root_that_is_not_there_cannot_be_watched(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        next(quiet_batches(tmp_path / "gone", 50, lambda place: True, threading.Event()))


def test_a_stop_ends_it(root: Path) -> None:
    stop = threading.Event()
    batches = quiet_batches(root, 50, lambda place: True, stop)
    next(batches)
    stop.set()
    assert [batch for batch in batches if batch] == []
