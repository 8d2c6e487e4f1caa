"""An end that comes in time, whatever still blocks."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time

GRACE_SECONDS = 1.3
"""How long work may take to reach a safe point once the server is asked to end."""
_FLUSH_SECONDS = 0.2
"""How long the last lines may take to be written."""


class Ending:
    """Once begun, the process is gone after `GRACE_SECONDS` at the latest.

    A thread that waits in a read of stdin, a write to a client that no longer reads, or a library call cannot be
    interrupted; the index is safe at any moment, so leaving them behind loses nothing that was committed.
    """

    def __init__(self) -> None:
        self._deadline: float | None = None

    @property
    def begun(self) -> bool:
        return self._deadline is not None

    def begin(self) -> None:
        """Start the clock; further calls change nothing."""
        if self._deadline is None:
            self._deadline = time.monotonic() + GRACE_SECONDS
            threading.Thread(target=self._leave_late, name="ending", daemon=True).start()

    def seconds_left(self) -> float:
        return GRACE_SECONDS if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _leave_late(self) -> None:
        time.sleep(self.seconds_left())
        leave()


def leave(code: int = 0) -> None:
    """End the process now, without waiting for any thread, nor for whoever should read standard error."""
    try:
        # A thread that writes to a full pipe holds what flushing it needs.
        flushing = threading.Thread(target=_flush, name="flushing", daemon=True)
        flushing.start()
        flushing.join(_FLUSH_SECONDS)
    finally:
        os._exit(code)


def _flush() -> None:
    logging.shutdown()
    sys.stderr.flush()
