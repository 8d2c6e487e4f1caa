"""Seconds that a machine with nothing else to do would have needed, so that a bound means the same on a busy one."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any


class Stopwatch:
    """Counts what the process `pid` takes, without the time in which it could have run but no core was free.

    Of several threads the one that waited longest counts: all of them may have waited at once. That time is known on
    Linux; elsewhere it is not taken off.
    """

    def __init__(self, pid: int | None = None, started: float | None = None) -> None:
        """`started`: when the process was about to be started; otherwise it counts from now on."""
        self._tasks = Path(f"/proc/{pid or os.getpid()}/task")
        self._before = self._look() if started is None else {}
        self._queued = self._before
        self._started = time.monotonic() if started is None else started

    def seconds(self) -> float:
        """So far; of a process that has ended, with what was seen when this was last asked."""
        elapsed = time.monotonic() - self._started
        self._queued = self._queued | self._look()
        waits = (spent - self._before.get(thread, 0) for thread, spent in self._queued.items())
        return elapsed - max(waits, default=0) / 1e9

    def _look(self) -> dict[str, int]:
        """By thread, nanoseconds."""
        found = {}
        for place in self._tasks.glob("*/schedstat"):
            with suppress(OSError, IndexError):
                found[str(place)] = int(place.read_text(encoding="ascii").split()[1])
        return found


def seconds_to_end(child: subprocess.Popen[Any], begin: Callable[[], object]) -> float:
    """From `begin` to the end of `child`."""
    watch = Stopwatch(child.pid)
    begin()
    until = time.monotonic() + 40
    while child.poll() is None:
        assert time.monotonic() < until, f"process {child.pid} lives on"
        watch.seconds()
        time.sleep(0.01)
    return watch.seconds()
