"""One job done in a thread of its own while something else goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


def beside(job: Callable[[], Result]) -> Callable[[], Result]:
    """Begin `job`; what is returned waits for its end and gives its result, or raises what it raised."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(job())
        except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
            future.set_exception(error)

    # A daemon: a program that is interrupted must not wait for a slow endpoint.
    threading.Thread(target=run, name="beside", daemon=True).start()
    return future.result
