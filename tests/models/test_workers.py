"""Threads over one model."""

from __future__ import annotations

import os
import threading

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.workers import Workers, usable_cores


def test_results_come_in_order() -> None:
    workers = Workers("t", 3)
    assert workers.map(lambda number: number * number, range(20)) == [number * number for number in range(20)]


def test_as_many_threads_as_asked_for() -> None:
    together = threading.Barrier(3, timeout=30)
    assert sorted(Workers("t", 3).map(lambda _: together.wait(), range(3))) == [0, 1, 2]


def test_one_item_runs_on_the_calling_thread() -> None:
    assert Workers("t", 2).map(lambda _: threading.current_thread(), [0]) == [threading.current_thread()]


def test_the_first_error_is_raised_and_the_rest_dropped() -> None:
    begun: list[int] = []
    raised = threading.Event()

    def work(number: int) -> None:
        begun.append(number)
        if number == 0:
            raise ValueError(number)
        raised.wait(30)

    with pytest.raises(ValueError, match="0"):
        Workers("t", 1).map(work, range(1000))
    raised.set()
    # One more may have begun before it was dropped.
    assert len(begun) <= 2


def test_closed_workers_say_so() -> None:
    workers = Workers("t", 2)
    workers.close()
    with pytest.raises(ModelError, match="closed"):
        workers.map(str, [1, 2])


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs a system with CPU affinity")
def test_a_process_bound_to_one_core_has_one() -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, before)
    assert usable_cores() == len(before)


def test_what_a_close_leaves_undone_is_told_as_such() -> None:
    workers = Workers("test", 1)

    def close(_item: int) -> None:
        workers.close()

    with pytest.raises(ModelError, match="the model is closed"):
        workers.map(close, [1, 2, 3])
