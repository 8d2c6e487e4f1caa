from __future__ import annotations

import re

import pytest

from grooveseek.server.rebuilds import RebuildRunningError, Rebuilds, WorkReport
from grooveseek.server.work import Progress, Work


def test_a_second_rebuild_is_refused_with_the_seconds() -> None:
    rebuilds = Rebuilds()

    with (
        rebuilds.slot(Work()),
        pytest.raises(RebuildRunningError, match=re.compile(r"began 0 seconds ago.*`search`")),
        rebuilds.slot(Work()),
    ):
        pass


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_the_slot_is_free_after_a_crash(failure: type[BaseException]) -> None:
    rebuilds = Rebuilds()

    with pytest.raises(failure), rebuilds.slot(Work()):
        raise failure

    assert rebuilds.running is None
    with rebuilds.slot(Work()):
        assert rebuilds.running is not None


def test_stopping_reaches_the_running_one_only() -> None:
    rebuilds, work, later = Rebuilds(), Work(), Work()

    with rebuilds.slot(work):
        rebuilds.stop()
    rebuilds.stop()

    assert work.stopped.is_set()
    assert not later.stopped.is_set()


def test_progress_grows_over_both_phases() -> None:
    work = Work()
    report = WorkReport(work)
    seen: list[Progress | None] = []

    for phase, done, total in [("text", 1, 2), ("text", 2, 2), ("vectors", 0, 5), ("vectors", 5, 5)]:
        report.progress(phase, done, total)  # type: ignore[arg-type]
        seen.append(work.progress)

    assert [(entry.done, entry.total) for entry in seen if entry] == [(1, 2), (2, 2), (2, 7), (7, 7)]
    assert seen[-1] == Progress(7, 7, "embedding chunks: 5 of 5")


def test_what_is_wrong_with_files_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    WorkReport(Work()).warning("warning: a.md: cannot be read")

    assert [record.getMessage() for record in caplog.records] == ["a.md: cannot be read"]
