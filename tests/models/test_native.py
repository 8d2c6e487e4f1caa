"""The end of a program and threads inside native libraries."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.native import Native


def test_nobody_inside_ends_at_once() -> None:
    native = Native()
    with native.section():
        pass
    assert native.end(0)


def test_the_end_waits_for_who_is_inside() -> None:
    native = Native()
    entered, leave = threading.Event(), threading.Event()

    def inside() -> None:
        with native.section():
            entered.set()
            leave.wait(30)

    thread = threading.Thread(target=inside)
    thread.start()
    entered.wait(30)
    assert not native.end(0.01)
    leave.set()
    assert native.end(10)
    thread.join()


def test_nobody_enters_after_the_end() -> None:
    native = Native()
    native.end(0)
    with pytest.raises(ModelError, match="the program is ending"), native.section():
        pass


def test_an_error_inside_counts_as_leaving() -> None:
    native = Native()
    with pytest.raises(ValueError), native.section():
        raise ValueError
    assert native.end(0)


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.15, 0.3])
def test_a_program_may_end_while_a_model_loads(seconds: float) -> None:
    script = f"""
import time
from grooveseek.models.loading import LoadedModels, load_embedder
from grooveseek.models.places import Places
models = LoadedModels(lambda: load_embedder("multilingual-e5-small", Places(hub=False)))
time.sleep({seconds})
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
