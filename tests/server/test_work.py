from __future__ import annotations

import threading
import time

import anyio
import pytest

from grooveseek.server.work import PROGRESS_INTERVAL_SECONDS, Progress, Work, WorkCancelledError, run_in_thread


def test_a_result_comes_back() -> None:
    async def main() -> int:
        return await run_in_thread(lambda: 7, Work(), lane=anyio.CapacityLimiter(1))

    assert anyio.run(main) == 7


def test_a_failure_comes_back_as_it_was_raised() -> None:
    def fail() -> None:
        raise LookupError("gone")

    async def main() -> None:
        await run_in_thread(fail, Work(), lane=anyio.CapacityLimiter(1))

    with pytest.raises(LookupError, match="gone"):
        anyio.run(main)


def test_a_cancelled_caller_stops_the_work_at_its_next_checkpoint() -> None:
    work, begun, ended = Work(), threading.Event(), threading.Event()

    def run() -> None:
        begun.set()
        try:
            while True:
                assert work.stopped.wait(30)
                work.checkpoint()
        except WorkCancelledError:
            ended.set()
            raise

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: run_in_thread(run, work, lane=anyio.CapacityLimiter(1)))
            await anyio.to_thread.run_sync(begun.wait)
            tasks.cancel_scope.cancel()

    anyio.run(main)

    assert ended.is_set()


def test_a_cancelled_caller_that_still_queues_never_starts() -> None:
    release, ran = threading.Event(), []

    async def main() -> None:
        lane = anyio.CapacityLimiter(1)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lambda: run_in_thread(release.wait, Work(), lane=lane))
            await anyio.sleep(0.05)
            with anyio.move_on_after(0.05):
                await run_in_thread(lambda: ran.append(1), Work(), lane=lane)
            release.set()

    anyio.run(main)

    assert ran == []


def test_progress_is_told_at_most_a_few_times_a_second() -> None:
    told: list[Progress] = []
    work = Work()

    def run() -> None:
        number = 0
        while len(told) < 3:
            number += 1
            work.progress = Progress(number, 1000, "")
            threading.Event().wait(0.01)

    async def tell(progress: Progress) -> None:
        told.append(progress)

    async def main() -> None:
        await run_in_thread(run, work, lane=anyio.CapacityLimiter(1), report=tell)

    started = time.monotonic()
    anyio.run(main)

    assert time.monotonic() - started >= len(told) * PROGRESS_INTERVAL_SECONDS
    assert [entry.done for entry in told] == sorted({entry.done for entry in told})
