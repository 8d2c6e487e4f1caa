"""Threads that run one model on many inputs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import TypeVar

from grooveseek.errors import ModelError

Item = TypeVar("Item")
Result = TypeVar("Result")

_CLOSED = "the model is closed or the program is ending"


def usable_cores() -> int:
    """Cores this process may run on, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """As many threads as there are cores; they start when first needed."""

    def __init__(self, name: str, count: int | None = None) -> None:
        self.count = count or usable_cores()
        self._pool = ThreadPoolExecutor(self.count, thread_name_prefix=name)

    def map(self, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Results in the order of `items`; the first error is raised and what has not begun is dropped."""
        if len(items) < 2:
            return [work(item) for item in items]
        try:
            futures = [self._pool.submit(work, item) for item in items]
        except RuntimeError as error:
            raise ModelError(_CLOSED) from error
        try:
            return [future.result() for future in futures]
        except CancelledError as error:
            # Nobody but `close` cancels what is waited for here.
            raise ModelError(_CLOSED) from error
        finally:
            for future in futures:
                future.cancel()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
