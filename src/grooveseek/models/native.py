"""Keeps a program from ending while one of its threads is inside a native library.

Python ends daemon threads by unwinding them; where C++ code is on the stack, that aborts the whole process.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from grooveseek.errors import ModelError

PATIENCE_SECONDS = 1.5
"""How long the end of the program is held up; one text takes a tenth of a second, a graph less than half of one."""


class Native:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._ending = False

    @contextmanager
    def section(self) -> Iterator[None]:
        """Around every call that stays in a native library for long. Raises `ModelError` once the program ends."""
        with self._changed:
            if self._ending:
                raise ModelError("the program is ending; the model is no longer run")
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def end(self, patience_seconds: float = PATIENCE_SECONDS) -> bool:
        """Let no thread in any more and wait for those inside; gives whether all are out."""
        with self._changed:
            self._ending = True
            return self._changed.wait_for(lambda: self._inside == 0, patience_seconds)


NATIVE = Native()
atexit.register(NATIVE.end)
