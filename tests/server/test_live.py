"""A server whose index changes while clients use it: rebuilds, their progress and end, and what is told of changes."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client
from mcp.client.client import ConnectMode
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated

from grooveseek.indexing.report import Report, Summary
from grooveseek.server.backend import Opened
from support.server import backend_of, example_base, http_server, rebuilding

Mode = pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])


class Gate:
    """Lets a test hold a rebuild at its first file."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.stopped: list[bool] = []

    def rebuild(self, force: bool, report: Report, stop: threading.Event) -> Summary:
        self.begun.set()
        report.progress("text", 1, 4)
        while not self.go_on.wait(0.01) and not stop.is_set():
            pass
        self.stopped.append(stop.is_set())
        return rebuilding(self._opened).rebuild(force, report, stop)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def payload(result: types.CallToolResult) -> Any:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return json.loads(block.text)


def with_client(
    opened: Opened, mode: ConnectMode, main: Callable[[Client, Gate], Awaitable[None]], **options: Any
) -> None:
    gate = Gate(opened)

    async def connected(url: str) -> None:
        async with Client(url, mode=mode, **options) as client:
            with anyio.fail_after(30):
                await main(client, gate)

    with http_server(backend_of(replace(opened, rebuild=gate.rebuild))) as server:
        anyio.run(connected, server.url + "/mcp")


@Mode
def test_everything_but_a_second_rebuild_answers_while_one_runs(opened: Opened, mode: ConnectMode) -> None:
    (opened.kb.root / "fresh.md").write_text("# Fresh\n\nwords that were not indexed yet\n")

    async def main(client: Client, gate: Gate) -> None:
        async with anyio.create_task_group() as tasks:
            answers: list[types.CallToolResult] = []

            async def rebuild() -> None:
                answers.append(await client.call_tool("rebuild_index", {"force": True}))

            tasks.start_soon(rebuild)
            await anyio.to_thread.run_sync(gate.begun.wait)
            found = payload(await client.call_tool("search", {"query": "chunking"}))
            assert "readme.md" in {hit["path"] for hit in found["results"]}
            assert len(payload(await client.call_tool("list_topics"))) == 3
            assert payload(await client.call_tool("get_document", {"path": "fresh.md"}))["title"] == "Fresh"
            assert (await client.list_resources()).resources
            second = await client.call_tool("rebuild_index")
            assert second.is_error
            assert re.search(r"it began \d+ seconds? ago", payload(second)["error"])
            gate.go_on.set()
        counters = payload(answers[0])
        assert counters["total_documents"] == 5
        found = payload(await client.call_tool("search", {"query": "words that were not indexed"}))
        assert found["results"][0]["path"] == "fresh.md"

    with_client(opened, mode, main)


@Mode
def test_progress_is_told_to_whoever_asks_for_it(opened: Opened, mode: ConnectMode) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def main(client: Client, gate: Gate) -> None:
        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, total, message))
            gate.go_on.set()

        await client.call_tool("rebuild_index", progress_callback=note)

    with_client(opened, mode, main)

    steps = [done for done, _, _ in told]
    assert steps == sorted(set(steps))
    assert told[0] == (1, 4, "reading files: 1 of 4")


@Mode
def test_a_cancelled_rebuild_stops_and_frees_its_slot(opened: Opened, mode: ConnectMode) -> None:
    async def main(client: Client, gate: Gate) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "rebuild_index")
            await anyio.to_thread.run_sync(gate.begun.wait)
            tasks.cancel_scope.cancel()
        while not gate.stopped:
            await anyio.sleep(0.02)
        gate.go_on.set()
        again = await client.call_tool("rebuild_index")
        while again.is_error:
            await anyio.sleep(0.05)
            again = await client.call_tool("rebuild_index")
        assert gate.stopped[0]

    with_client(opened, mode, main)


@Mode
@pytest.mark.parametrize(
    ("answer", "rebuilt"),
    [
        (types.ElicitResult(action="accept", content={"confirm": True}), True),
        (types.ElicitResult(action="accept"), True),
        (types.ElicitResult(action="accept", content={"confirm": False}), False),
        (types.ElicitResult(action="decline"), False),
        (types.ElicitResult(action="cancel"), False),
    ],
)
def test_a_person_who_can_be_asked_is_asked_before_everything_is_rebuilt(
    opened: Opened, mode: ConnectMode, answer: types.ElicitResult, rebuilt: bool
) -> None:
    asked: list[str] = []

    async def ask(_context: object, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        return answer

    async def main(client: Client, gate: Gate) -> None:
        gate.go_on.set()
        assert not (await client.call_tool("rebuild_index")).is_error
        assert asked == []
        forced = await client.call_tool("rebuild_index", {"force": True})
        assert forced.is_error is not rebuilt
        assert len(gate.stopped) == 1 + rebuilt

    with_client(opened, mode, main, elicitation_callback=ask)

    (message,) = asked
    assert "whole index" in message


def test_listeners_hear_of_changed_documents_and_groups(opened: Opened) -> None:
    heard: list[object] = []

    async def main(client: Client, gate: Gate) -> None:
        gate.go_on.set()
        async with client.listen(
            resources_list_changed=True, resource_subscriptions=["kb://doc/readme.md", "kb://topic/"]
        ) as events:
            (opened.kb.root / "readme.md").write_text("# Read me\n\nother words than before\n")
            (opened.kb.root / "new").mkdir()
            (opened.kb.root / "new/a.md").write_text("# A\n\nof a new group\n")
            await client.call_tool("rebuild_index")
            async for event in events:
                heard.append(event)
                if len(heard) == 3:
                    break

    with_client(opened, "2026-07-28", main)

    assert set(heard) == {
        ResourceUpdated("kb://doc/readme.md"),
        ResourceUpdated("kb://topic/"),
        ResourcesListChanged(),
    }


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
def test_subscribers_hear_of_what_they_asked_for(opened: Opened) -> None:
    heard: list[types.ServerNotification] = []

    async def note(message: object) -> None:
        if isinstance(message, types.ResourceUpdatedNotification | types.ResourceListChangedNotification):
            heard.append(message)

    async def main(client: Client, gate: Gate) -> None:
        gate.go_on.set()
        await client.subscribe_resource("kb://doc/readme.md")
        await client.subscribe_resource("kb://doc/ai-news/today.md")
        await client.unsubscribe_resource("kb://doc/ai-news/today.md")
        for path in ("readme.md", "ai-news/today.md"):
            (opened.kb.root / path).write_text("# Changed\n\nother words than before\n")
        (opened.kb.root / "new").mkdir()
        (opened.kb.root / "new/a.md").write_text("# A\n\nof a new group\n")
        await client.call_tool("rebuild_index")
        while len(heard) < 2:
            await anyio.sleep(0.05)
        await anyio.sleep(0.2)

    with_client(opened, "legacy", main, message_handler=note)

    updated = [entry.params.uri for entry in heard if isinstance(entry, types.ResourceUpdatedNotification)]
    assert updated == ["kb://doc/readme.md"]
    assert len(heard) == 2
