"""A run killed at any moment leaves an index that is whole as far as it goes, and the next run completes it."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.records import Stats
from support.cli import GROOVE, User, user
from support.soak import rounds, seed

_ROUNDS = rounds(4, 50)
_FILES = rounds(12, 60)


def _note(chance: random.Random) -> str:
    words = [f"word{chance.randrange(1000)}" for _ in range(60)]
    return f"# {words[0]}\n\n{' '.join(words[:30])}\n\n## {words[1]}\n\n{' '.join(words[30:])}\n"


def _change_some(someone: User, chance: random.Random) -> None:
    for number in range(_FILES):
        path = f"{'deep/' * (number % 3)}{number}.md"
        if not (someone.notes / path).exists() or chance.random() < 0.5:
            someone.note(path, _note(chance))
        elif chance.random() < 0.2:
            (someone.notes / path).unlink()
        elif chance.random() < 0.2:
            (someone.notes / path).rename(someone.notes / f"moved-{number}-{chance.randrange(10**6)}.md")


def _start(someone: User, *words: str) -> subprocess.Popen[bytes]:
    command = [str(GROOVE), "index", "--kb-path", str(someone.notes), *words]
    return subprocess.Popen(command, cwd=someone.cwd, env=someone.environ, stderr=subprocess.DEVNULL)


def _whole(someone: User) -> Stats:
    index = open_index(someone.index, create=False)
    try:
        assert list(index.check()) == []
        with index.snapshot() as snapshot:
            return snapshot.stats()
    finally:
        index.close()


def _seconds_of_a_run(someone: User) -> float:
    started = time.monotonic()
    assert someone.on_notes("index").code == 0
    return time.monotonic() - started


@pytest.mark.timeout(60 + 30 * _ROUNDS)
def test_a_run_killed_at_a_random_moment_is_completed_by_the_next(tmp_path: Path) -> None:
    chance = random.Random(seed())
    someone = user(tmp_path)
    _change_some(someone, chance)
    length = _seconds_of_a_run(someone)
    for number in range(_ROUNDS):
        _change_some(someone, chance)
        process = _start(someone, *(["--force"] if number % 3 == 2 else []))
        time.sleep(chance.uniform(0.1, length))
        process.kill()
        process.wait()
        _whole(someone)
        done = someone.on_notes("index")
        assert done.code == 0, done.err
        stats = _whole(someone)
        assert (stats.vectors, stats.pending) == (stats.chunks, 0)
        assert stats.documents == sum(1 for _ in someone.notes.rglob("*.md"))


@pytest.mark.timeout(120)
def test_a_first_run_killed_early_is_completed_by_the_next(tmp_path: Path) -> None:
    chance = random.Random(seed())
    someone = user(tmp_path)
    _change_some(someone, chance)
    process = _start(someone)
    while not someone.index.exists():
        time.sleep(0.002)
    time.sleep(chance.uniform(0, 0.05))
    process.kill()
    process.wait()
    assert someone.on_notes("index").code == 0
    assert _whole(someone).documents == _FILES
