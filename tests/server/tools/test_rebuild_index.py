from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from grooveseek.errors import GrooveError
from grooveseek.indexing.report import Report, Summary
from grooveseek.server.backend import Opened
from grooveseek.server.outputs import REBUILD_OUTPUT
from grooveseek.server.rebuilds import RebuildRunningError, Rebuilds
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall
from grooveseek.server.tools.rebuild_index import rebuild_index
from grooveseek.server.work import Work
from support.server import call_tool, example_base

SUMMARY = Summary(
    total_documents=4,
    total_chunks=9,
    updated=2,
    renamed=1,
    deleted=0,
    skipped=3,
    frontmatter_unparsed=0,
    duration_ms=12,
    names_refused=5,
)


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    return replace(example_base(tmp_path), rebuild=lambda _force, _report, _stop: SUMMARY)


def test_the_answer_is_the_eight_counters(opened: Opened) -> None:
    answer = call_tool(opened, "rebuild_index")

    jsonschema.validate(answer, dict(REBUILD_OUTPUT))
    assert answer == {
        "total_documents": 4,
        "updated": 2,
        "renamed": 1,
        "deleted": 0,
        "skipped": 3,
        "frontmatter_unparsed": 0,
        "total_chunks": 9,
        "duration_ms": 12,
    }


@pytest.mark.parametrize(("arguments", "expected"), [({}, False), ({"force": False}, False), ({"force": True}, True)])
def test_force_is_handed_on(opened: Opened, arguments: dict[str, object], expected: bool) -> None:
    asked: list[bool] = []

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        asked.append(force)
        return SUMMARY

    call_tool(replace(opened, rebuild=rebuild), "rebuild_index", **arguments)

    assert asked == [expected]


def test_a_failure_of_a_run_that_happened_stands_beside_the_counters(opened: Opened) -> None:
    failed = replace(SUMMARY, failure="2 files have frontmatter that cannot be parsed")
    reply = run(replace(opened, rebuild=lambda _force, _report, _stop: failed), Rebuilds())

    assert isinstance(reply.value, dict)
    assert reply.value["error"] == "2 files have frontmatter that cannot be parsed"
    assert reply.value["total_documents"] == 4
    assert reply.failed


def test_a_run_that_broke_off_says_so(opened: Opened) -> None:
    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        raise GrooveError("the schema cannot be used")

    with pytest.raises(GrooveError, match=r"^Rebuild failed: the schema cannot be used"):
        call_tool(replace(opened, rebuild=rebuild), "rebuild_index")


def run(opened: Opened, rebuilds: Rebuilds) -> Reply:
    return rebuild_index(ToolCall(opened, {}, Work(), rebuilds))


def test_the_second_of_two_is_refused_at_once_and_the_first_ends_well(opened: Opened) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        begun.set()
        assert go_on.wait(30)
        return SUMMARY

    rebuilds, slow = Rebuilds(), replace(opened, rebuild=rebuild)
    replies: list[Reply] = []
    first = threading.Thread(target=lambda: replies.append(run(slow, rebuilds)))
    first.start()
    assert begun.wait(30)
    with pytest.raises(RebuildRunningError, match=r"it began \d+ seconds? ago"):
        run(slow, rebuilds)
    go_on.set()
    first.join()

    assert isinstance(replies[0].value, dict)
    assert len(replies[0].value) == 8
    assert run(opened, rebuilds).value == replies[0].value
