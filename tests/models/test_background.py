"""One thing loaded by a thread of its own."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.background import Loading


def failing() -> str:
    raise ModelError("no model")


def crashing() -> str:
    raise KeyError("weights")


def test_nothing_happens_before_it_is_asked_for() -> None:
    begun = threading.Event()

    def load() -> str:
        begun.set()
        return "model"

    loading = Loading(load, "model")
    assert loading.within(0) is None
    assert not begun.is_set()
    assert loading.wait() == "model"
    assert loading.within(0) == "model"


def test_it_is_loaded_once() -> None:
    calls: list[str] = []

    def load() -> str:
        calls.append("load")
        return "model"

    loading = Loading(load, "model")
    assert loading.start().start() is loading
    assert {loading.wait() for _ in range(3)} == {"model"}
    assert calls == ["load"]


def test_within_does_not_wait_longer() -> None:
    go = threading.Event()
    loading = Loading(lambda: "model" if go.wait(10) else "late", "model").start()
    assert loading.within(0.01) is None
    go.set()
    assert loading.within(10) == "model"


def test_a_failure_is_remembered_and_raised_every_time() -> None:
    loading = Loading(failing, "model").start()
    for _ in range(2):
        with pytest.raises(ModelError, match="no model"):
            loading.wait()
    assert loading.within(0) is None
    assert str(loading.failure) == "no model"


def test_a_crash_becomes_one_line_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    loading = Loading(crashing, "embedder").start()
    with (
        caplog.at_level(logging.ERROR),
        pytest.raises(ModelError, match=r"the embedder cannot be loaded: KeyError: 'weights'"),
    ):
        loading.wait()
    assert caplog.records[0].exc_info is not None


def test_without_a_thread_to_load_in_it_fails_and_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    loading = Loading(lambda: "model", "embedder")
    for _ in range(2):
        with pytest.raises(ModelError, match="the embedder cannot be loaded: can't start new thread"):
            loading.wait()


_ENDING = """
import sys, time
from grooveseek.models import background

background._END_SECONDS = float(sys.argv[1])

def load():
    time.sleep(float(sys.argv[2]))
    print("loaded", flush=True)

background.Loading(load, "model").start()
"""


@pytest.mark.parametrize(("patience", "seconds", "said"), [("40", "0.5", "loaded\n"), ("0", "40", "")])
def test_a_program_that_ends_waits_a_while_for_what_is_being_loaded(patience: str, seconds: str, said: str) -> None:
    command = [sys.executable, "-c", _ENDING, patience, seconds]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, said)
