"""One run at a time over all processes."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from grooveseek.index.errors import UnwritableIndexError
from grooveseek.indexing import lock
from grooveseek.indexing.lock import Holder, LockHeldError, Patience, held, lock_path
from support.indexing import holder_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lock"


def test_the_lock_file_stands_beside_the_index() -> None:
    assert lock_path(Path("/notes/.groove.db")) == Path("/notes/.groove.db-run")


def test_a_second_holder_is_refused_and_told_who_the_first_is(path: Path) -> None:
    with holder_of(path) as process:
        with pytest.raises(LockHeldError, match=f"process {process.pid} on ") as refusal, held(path):
            pass
        assert refusal.value.holder.pid == process.pid


def test_death_releases_the_lock(path: Path) -> None:
    with holder_of(path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        with held(path):
            assert json.loads(path.read_bytes())["pid"] == os.getpid()


def test_a_waiter_hears_once_of_the_holder_and_goes_on_when_it_is_free(path: Path) -> None:
    heard: list[Holder] = []
    with holder_of(path) as process:

        def hear_and_end(holder: Holder) -> None:
            heard.append(holder)
            process.kill()

        with held(path, Patience(20, hear_and_end)):
            assert [holder.pid for holder in heard] == [process.pid]


def test_waiting_ends_after_the_time_given(path: Path) -> None:
    with holder_of(path):
        started = time.monotonic()
        with pytest.raises(LockHeldError), held(path, Patience(0.4)):
            pass
        assert time.monotonic() - started >= 0.4


def test_this_very_process_is_waited_for_without_being_asked(path: Path) -> None:
    holding, waiting = threading.Event(), threading.Event()

    def hold() -> None:
        with held(path):
            holding.set()
            waiting.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    holding.wait(20)
    with held(path, Patience(0, lambda _: waiting.set())):
        holder.join(20)
        assert not holder.is_alive()
    assert waiting.is_set()


def test_but_not_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "OWN_SECONDS", 0.3)
    with held(path), pytest.raises(LockHeldError, match=f"process {os.getpid()} on "), held(path):
        pass


def test_a_stop_ends_the_wait(path: Path) -> None:
    stop = threading.Event()
    with holder_of(path):
        started = time.monotonic()
        with pytest.raises(LockHeldError), held(path, Patience(60, lambda holder: stop.set(), stop)):
            pass
        assert time.monotonic() - started < 10


def test_a_signal_may_set_the_stop_at_any_moment_of_the_wait(path: Path) -> None:
    class SetBySignals(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            raise AssertionError("a handler that interrupts this waits for ever")

    stop = SetBySignals()
    handler = signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    try:
        with (
            holder_of(path),
            pytest.raises(LockHeldError),
            held(path, Patience(60, lambda _: signal.raise_signal(signal.SIGTERM), stop)),
        ):
            pass
    finally:
        signal.signal(signal.SIGTERM, handler)


def test_a_note_that_cannot_be_read_is_no_obstacle(path: Path) -> None:
    path.write_bytes(b"\xff not json")
    with held(path):
        pass
    assert str(Holder()) == "another process"


def test_a_folder_that_does_not_exist_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(UnwritableIndexError, match="--index PATH"), held(tmp_path / "gone" / "lock"):
        pass


def test_a_full_disk_takes_the_note_and_not_the_lock(path: Path) -> None:
    resource = pytest.importorskip("resource", reason="needs limits of POSIX")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with held(path), pytest.raises(LockHeldError, match="another process holds"), held(path):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
