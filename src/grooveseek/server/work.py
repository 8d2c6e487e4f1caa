"""Work off the protocol's thread: bounded, told when nobody waits for it any more, and able to say how far it is."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread

from grooveseek.errors import GrooveError

T = TypeVar("T")

PROGRESS_INTERVAL_SECONDS = 0.3


class WorkCancelledError(GrooveError):
    """Raised inside the work once its caller is gone; what was committed before stays."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a piece of work is; `done` only ever grows."""

    done: int
    total: int
    message: str


@dataclass(slots=True)
class Work:
    """Shared between the thread that works and the task that waits for it."""

    stopped: threading.Event = field(default_factory=threading.Event)
    progress: Progress | None = None

    def checkpoint(self) -> None:
        """Raises `WorkCancelledError` when the caller no longer waits."""
        if self.stopped.is_set():
            raise WorkCancelledError("cancelled: nobody waits for the answer any more")


ReportProgress = Callable[[Progress], Awaitable[None]]


async def run_in_thread(
    function: Callable[[], T], work: Work, *, lane: anyio.CapacityLimiter, report: ReportProgress | None = None
) -> T:
    """Run `function` in a worker thread, at most as many at once as `lane` admits.

    A cancelled caller that still queues never starts its thread; one whose thread runs sets `work.stopped` and waits
    for the thread, so that a lane never holds more threads than it admits.
    """
    results: list[T] = []
    failures: list[Exception] = []

    async def watch() -> None:
        try:
            if report is None:
                await anyio.sleep_forever()
            else:
                await _tell(work, report)
        finally:
            work.stopped.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        try:
            results.append(await anyio.to_thread.run_sync(function, limiter=lane))
        except Exception as failure:  # noqa: BLE001 - raised again outside the group, which would wrap it
            failures.append(failure)
        tasks.cancel_scope.cancel()
    await anyio.lowlevel.checkpoint_if_cancelled()
    if failures:
        raise failures[0]
    return results[0]


async def _tell(work: Work, report: ReportProgress) -> None:
    told: Progress | None = None
    while True:
        await anyio.sleep(PROGRESS_INTERVAL_SECONDS)
        current = work.progress
        if current is not None and current != told:
            told = current
            await report(current)
