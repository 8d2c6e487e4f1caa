"""A checkout that changes a great part of the files at once."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from support.indexing import Base, rows_of, watching
from support.soak import rounds

_FILES = rounds(250, 5000)


def _git(root: Path, *words: str) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "core.autocrlf=false"]
    subprocess.run(["git", "-C", str(root), *identity, *words], check=True, capture_output=True)


def _note(number: int, words: str) -> str:
    return f"# Note {number}\n\nHere stand a few sentences about {words}, numbered {number}.\n"


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.timeout(60 * rounds(2, 30))
def test_searches_answer_meanwhile_and_the_end_equals_a_fresh_index(base: Base) -> None:
    base.write({f"{number % 10}/{number}.md": _note(number, "the old branch") for number in range(_FILES)})
    _git(base.root, "init", "-q", "-b", "old")
    _git(base.root, "add", ".")
    _git(base.root, "commit", "-q", "-m", "old")
    _git(base.root, "checkout", "-q", "-b", "new")
    for number in range(0, _FILES, 2):
        base.write({f"{number % 10}/{number}.md": _note(number, "the new branch")})
    for number in range(1, _FILES, 10):
        (base.root / f"{number % 10}/{number}.md").unlink()
    _git(base.root, "mv", "3", "moved")
    _git(base.root, "add", ".")
    _git(base.root, "commit", "-q", "-m", "new")
    _git(base.root, "checkout", "-q", "old")
    base.run()

    done = threading.Event()
    seconds: list[float] = []

    def search() -> None:
        while not done.is_set():
            started = time.monotonic()
            assert base.found("a few sentences")
            seconds.append(time.monotonic() - started)
            time.sleep(0.01)

    searcher = threading.Thread(target=search)
    with watching(base) as watcher:
        searcher.start()
        try:
            _git(base.root, "checkout", "-q", "new")
            watcher.wait_for(lambda: bool(base.found("the new branch")), 300)
            watcher.settle(seconds=900)
        finally:
            done.set()
            searcher.join()
    assert seconds
    assert sorted(seconds)[len(seconds) // 2] < 1
    followed = rows_of(base.index)
    base.run(force=True)
    assert followed == rows_of(base.index)
