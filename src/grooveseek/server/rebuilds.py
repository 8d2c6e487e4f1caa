"""At most one rebuild at a time in this process, what it is doing, and how it is stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from grooveseek.errors import GrooveError
from grooveseek.indexing.report import Phase, SilentReport
from grooveseek.server.work import Progress, Work
from grooveseek.text.counted import counted

logger = logging.getLogger(__name__)


class RebuildRunningError(GrooveError):
    """Another rebuild holds the slot."""


@dataclass(frozen=True, slots=True)
class RunningRebuild:
    """The rebuild that holds the slot."""

    work: Work
    started_at: datetime
    started_monotonic: float


class Rebuilds:
    """The slot. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: RunningRebuild | None = None

    @property
    def running(self) -> RunningRebuild | None:
        return self._running

    @contextmanager
    def slot(self, work: Work) -> Iterator[None]:
        """Hold the slot for the length of the block. Raises `RebuildRunningError` at once while another one runs."""
        with self._lock:
            if self._running is not None:
                seconds = int(time.monotonic() - self._running.started_monotonic)
                raise RebuildRunningError(
                    f"a rebuild is already running; it began {counted(seconds, 'second')} ago. Meanwhile "
                    "`search` and the other tools answer from the last committed state; call again when it has ended"
                )
            self._running = RunningRebuild(work, datetime.now(UTC), time.monotonic())
        try:
            yield
        finally:
            self._running = None

    def stop(self) -> None:
        """Ask a running rebuild to stop at the next file boundary."""
        running = self._running
        if running is not None:
            running.work.stopped.set()


class WorkReport(SilentReport):
    """An index run's news: its progress to whoever waits, what is wrong with files to the log."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._files = 0

    def note(self, line: str) -> None:
        logger.info("%s", line)

    def warning(self, line: str) -> None:
        logger.warning("%s", line.removeprefix("warning: "))

    def progress(self, phase: Phase, done: int, total: int) -> None:
        # Progress must grow over the whole run, so the second phase counts on from where the first one ended.
        if phase == "text":
            self._files = total
            self._work.progress = Progress(done, total, f"reading files: {done} of {total}")
        else:
            message = f"embedding chunks: {done} of {total}"
            self._work.progress = Progress(self._files + done, self._files + total, message)
