"""The watcher of real servers: processes that start, stop, die and share one index."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from support.cli import GROOVE, User, user
from support.elapsed import seconds_to_end
from support.soak import rounds


def _note(words: str) -> str:
    return f"# Note on {words}\n\nHere stand a few sentences about {words}, so that a chunk comes of it.\n"


@dataclass
class _Server:
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def listening(self) -> threading.Thread:
        def listen() -> None:
            assert self.process.stderr
            for line in self.process.stderr:
                self.lines.append(line.rstrip("\n"))

        thread = threading.Thread(target=listen)
        thread.start()
        return thread

    def wait_for(self, beginning: str) -> None:
        until = time.monotonic() + 40
        while not any(line.startswith(beginning) for line in self.lines):
            assert time.monotonic() < until, self.lines
            assert self.process.poll() is None, self.lines
            time.sleep(0.05)


@contextmanager
def _serving(someone: User, *words: str) -> Iterator[_Server]:
    command = [str(GROOVE), "serve", "--kb-path", str(someone.notes), "--debounce-ms", "50", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=someone.cwd, env=someone.environ, text=True, **pipes)  # type: ignore[call-overload]
    server = _Server(process)
    thread = server.listening()
    try:
        yield server
    finally:
        process.kill()
        process.wait()
        thread.join()
        process.stdin.close()
        process.stderr.close()


@pytest.fixture
def someone(tmp_path: Path) -> User:
    made = user(tmp_path)
    made.note("a.md", _note("one"))
    made.note("b.md", _note("two"))
    assert made.on_notes("index").code == 0
    return made


def _paths(someone: User) -> list[str]:
    index = open_index(someone.index, create=False)
    with index.snapshot() as snapshot:
        paths = [row.path for row in snapshot.documents()]
    index.close()
    return paths


@pytest.mark.timeout(120)
def test_a_server_follows_changes_and_ends_with_its_client(someone: User) -> None:
    someone.note("night.md", _note("the night before"))
    with _serving(someone) as server:
        server.wait_for(f"watcher: watching {someone.notes} (debounce 50ms)")
        server.wait_for("watcher: reindexed night.md (1 chunks)")
        someone.note("c.md", _note("three"))
        server.wait_for("watcher: reindexed c.md (1 chunks)")
        assert server.process.stdin
        assert seconds_to_end(server.process, server.process.stdin.close) < 2
        assert server.process.returncode == 0
    assert _paths(someone) == ["a.md", "b.md", "c.md", "night.md"]


@pytest.mark.timeout(120)
def test_without_the_watcher_nothing_is_written(someone: User) -> None:
    someone.note("c.md", _note("three"))
    before = someone.index.stat().st_mtime_ns
    with _serving(someone, "--no-watch") as server:
        server.wait_for("groove server ready")
        time.sleep(2)
        assert not any(line.startswith("watcher:") for line in server.lines)
    assert _paths(someone) == ["a.md", "b.md"]
    assert someone.index.stat().st_mtime_ns == before


@pytest.mark.timeout(120)
def test_when_the_server_that_watches_is_killed_another_takes_over(someone: User) -> None:
    with _serving(someone) as first:
        first.wait_for("watcher: watching")
        with _serving(someone) as second:
            second.wait_for(f"watcher: standing by: process {first.process.pid} on ")
            first.process.kill()
            second.wait_for("watcher: watching")
            someone.note("c.md", _note("three"))
            second.wait_for("watcher: reindexed c.md")


@pytest.mark.timeout(120)
def test_an_edit_hook_and_the_watcher_get_along(someone: User) -> None:
    with _serving(someone) as server:
        server.wait_for("watcher: watching")
        for number in range(3):
            someone.note("a.md", _note(f"version {number}"))
            assert someone.on_notes("index").code == 0
    index = open_index(someone.index, create=False)
    assert list(index.check()) == []
    with index.snapshot() as snapshot:
        stats = snapshot.stats()
    assert (stats.documents, stats.pending) == (2, 0)
    index.close()


@pytest.mark.timeout(120 + rounds(5, 60))
def test_many_servers_share_an_index_that_changes_all_the_time(someone: User) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(_serving(someone)) for _ in range(rounds(2, 5))]
        until = time.monotonic() + 40
        while sum("watcher: " in line for server in servers for line in server.lines) < len(servers):
            assert time.monotonic() < until
            time.sleep(0.05)
        until, number, most = time.monotonic() + rounds(5, 60), 0, 0
        while time.monotonic() < until:
            number += 1
            someone.note(f"{number % 40}.md", _note(f"version {number}"))
            log = someone.index.with_name(".groove.db-wal")
            most = max(most, log.stat().st_size if log.exists() else 0)
            time.sleep(0.05)
        lines = [line for server in servers for line in server.lines]
        assert [line for line in lines if "lock" in line or "failed" in line or "busy" in line] == []
        assert most < 128 * 1024 * 1024
