"""The reader process from outside: used again, ended in time, and never a burden to the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.documents.isolation import client
from grooveseek.documents.isolation.job import ReaderError
from support.pdf import packed, pdf, text_page

PLAIN = pdf([text_page("a line of text")])
SLOW = pdf([packed(b"BT /F 12 Tf 72 700 Td (Hello world) Tj ET\n" * 2_000_000)])
"""Keeps the library busy with one page for seconds."""
GREEDY = pdf([packed(b"q " * 20_000_000)])
"""Asks for more than a gigabyte."""

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds child processes in /proc")


@pytest.fixture(autouse=True)
def _fresh_reader() -> Iterator[None]:
    client.end_idle_reader()
    yield
    client.end_idle_reader()


def read(data: bytes, *, deadline_seconds: float = 30, text_budget: int | None = 1000) -> list[str]:
    answer = client.read_isolated("pdf", data, deadline_seconds=deadline_seconds, text_budget=text_budget)
    pages: list[str] = json.loads(answer)["pages"]
    return pages


def children(parent: int) -> list[int]:
    """Asked of every process, since threads come and go, and with them the lists of what they started."""
    return [
        child for child in processes() if read_of(child, "stat").rpartition(b")")[2].split()[1:2] == [b"%d" % parent]
    ]


def processes() -> list[int]:
    return [int(place.name) for place in Path("/proc").iterdir() if place.name.isdecimal()]


def read_of(pid: int, name: str) -> bytes:
    """Nothing of a process that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def readers() -> list[int]:
    """The reader processes that this process has started."""
    return [pid for pid in children(os.getpid()) if b"isolation.worker" in read_of(pid, "cmdline")]


def is_gone(pid: int) -> bool:
    status = read_of(pid, "status")
    return not status or b"\nState:\tZ" in status


def wait_until_gone(pid: int, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not is_gone(pid):
        assert time.monotonic() < end, f"process {pid} lives on"
        time.sleep(0.02)


def only_child(pid: int) -> int:
    end = time.monotonic() + 30
    while len(found := children(pid)) != 1:
        assert time.monotonic() < end
        time.sleep(0.02)
    return found[0]


def wait_until_busy(pid: int) -> None:
    """Until the process reads its file: by then it has a thread that waits for the next one, and computes."""
    end = time.monotonic() + 30
    while len(list(Path(f"/proc/{pid}/task").iterdir())) < 2 or seconds_computed(pid) < 0.3:
        assert time.monotonic() < end
        time.sleep(0.02)


def seconds_computed(pid: int) -> float:
    times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def test_a_file_is_read() -> None:
    assert read(PLAIN) == ["a line of text"]


def test_a_refusal_keeps_the_process() -> None:
    with pytest.raises(ReaderError, match="not a PDF file") as caught:
        read(b"nothing")
    assert caught.value.lasting
    assert read(PLAIN) == ["a line of text"]


@needs_proc
def test_one_process_reads_the_files_of_a_run() -> None:
    read(PLAIN)
    first = readers()
    read(PLAIN)
    assert readers() == first
    assert len(first) == 1


@needs_proc
def test_an_idle_process_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_IDLE_SECONDS", 0.05)
    read(PLAIN)
    (pid,) = readers()
    wait_until_gone(pid, 30)


@needs_proc
def test_a_process_that_died_between_two_files_is_replaced() -> None:
    read(PLAIN)
    (pid,) = readers()
    os.kill(pid, signal.SIGKILL)
    assert read(PLAIN) == ["a line of text"]


def test_a_file_that_brings_the_process_down_is_named_and_the_next_one_is_read() -> None:
    for _ in range(2):
        with pytest.raises(
            ReaderError, match=r"its reader ended with SIG[A-Z]+; the file is damaged, or needs more than"
        ):
            read(GREEDY)
        assert read(PLAIN) == ["a line of text"]


def test_a_file_that_takes_too_long_within_a_page_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_KILL_GRACE_SECONDS", 0.1)
    started = time.monotonic()
    with pytest.raises(ReaderError, match=r"longer than 0\.3 s") as caught:
        read(SLOW, deadline_seconds=0.3, text_budget=None)
    assert not caught.value.lasting
    assert time.monotonic() - started < 5


def test_a_deadline_that_passes_as_the_answer_comes_costs_no_other_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class JustTooLate(threading.Timer):
        def cancel(self) -> None:
            if self.function.__name__ == "_kill_late":
                self.function()
            super().cancel()

    monkeypatch.setattr(threading, "Timer", JustTooLate)
    for _ in range(3):
        assert read(PLAIN) == ["a line of text"]


@needs_proc
def test_a_deadline_that_passes_after_the_answer_ends_nothing() -> None:
    read(PLAIN)
    before = readers()
    worker = client._pool.take()
    worker._kill_late()
    client._pool.give_back(worker)
    assert read(PLAIN) == ["a line of text"]
    assert readers() == before


def test_a_file_that_takes_too_long_is_stopped_at_a_page_end() -> None:
    with pytest.raises(ReaderError, match=r"longer than 0.01 s \(at page \d+\)") as caught:
        read(pdf([text_page("a line of text")] * 5000), deadline_seconds=0.01, text_budget=None)
    assert not caught.value.lasting


def test_threads_have_a_process_each() -> None:
    results: list[list[str]] = []
    threads = [threading.Thread(target=lambda: results.append(read(PLAIN))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [["a line of text"]] * 3


PARENT = """
import sys, threading, time
from grooveseek.documents.isolation.client import read_isolated
data = sys.stdin.buffer.read()
read = lambda: read_isolated("pdf", data, deadline_seconds=60, text_budget=None)
if sys.argv[1] == "idle":
    read()
else:
    threading.Thread(target=read, daemon=True).start()
print("ready", flush=True)
time.sleep(60)
"""


@needs_proc
@pytest.mark.parametrize(("state", "data"), [("idle", PLAIN), ("busy", SLOW)])
def test_the_process_ends_when_whoever_started_it_is_killed(state: str, data: bytes) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, state], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(data)
        parent.stdin.close()
        assert parent.stdout.readline() == b"ready\n"
        pid = only_child(parent.pid)
        if state == "busy":
            wait_until_busy(pid)
        parent.kill()
    wait_until_gone(pid, 30)


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    read(PLAIN)
    with pytest.raises(ReaderError):
        read(GREEDY)
    client.end_idle_reader()
    assert capfd.readouterr() == ("", "")


def test_modules_in_the_working_folder_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pypdfium2", "json", "queue"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    assert read(PLAIN) == ["a line of text"]
