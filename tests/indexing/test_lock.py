"""One run at a time over all processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from grooveseek.index.errors import UnwritableIndexError
from grooveseek.indexing.lock import Holder, LockHeldError, Patience, held, lock_path

_HOLD = """
import sys, time
from pathlib import Path
from grooveseek.index.errors import UnwritableIndexError
from grooveseek.indexing.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def _holding_process(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_the_lock_file_stands_beside_the_index() -> None:
    assert lock_path(Path("/notes/.groove.db")) == Path("/notes/.groove.db-run")


def test_a_second_holder_is_refused_and_told_who_the_first_is(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = _holding_process(path)
    try:
        with pytest.raises(LockHeldError, match=f"process {process.pid} on ") as refusal, held(path):
            pass
        assert refusal.value.holder.pid == process.pid
    finally:
        _end(process)


def test_death_releases_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = _holding_process(path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with held(path):
        assert json.loads(path.read_bytes())["pid"] == os.getpid()


def test_a_waiter_hears_once_of_the_holder_and_goes_on_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = _holding_process(path)
    heard: list[Holder] = []

    def hear_and_end(holder: Holder) -> None:
        heard.append(holder)
        _end(process)

    with held(path, Patience(20, hear_and_end)):
        assert [holder.pid for holder in heard] == [process.pid]


def test_waiting_ends_after_the_time_given(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = _holding_process(path)
    try:
        started = time.monotonic()
        with pytest.raises(LockHeldError), held(path, Patience(0.4)):
            pass
        assert time.monotonic() - started >= 0.4
    finally:
        _end(process)


def test_a_note_that_cannot_be_read_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_bytes(b"\xff not json")
    with held(path):
        pass
    assert str(Holder()) == "another process"


def test_a_stop_ends_the_wait(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = _holding_process(path)
    stop = threading.Event()
    try:
        started = time.monotonic()
        with pytest.raises(LockHeldError), held(path, Patience(60, lambda holder: stop.set(), stop)):
            pass
        assert time.monotonic() - started < 10
    finally:
        _end(process)


def test_a_folder_that_does_not_exist_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(UnwritableIndexError, match="--index PATH"), held(tmp_path / "gone" / "lock"):
        pass
