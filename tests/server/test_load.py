"""Many clients at once while the index is written: every call is answered, and no update is lost."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from support.server import ACCEPT, META, HttpServer, backend_of, example_base, http_server, message_of, rebuilding

CLIENTS = 64
CALLS = 20

MIXED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tools/call", {"name": "search", "arguments": {"query": "chunking of the protocol"}}),
    ("tools/call", {"name": "get_document", "arguments": {"path": "readme.md"}}),
    ("tools/call", {"name": "search", "arguments": {"query": "sessions", "category": "deep-dive"}}),
    ("tools/call", {"name": "list_topics"}),
    ("resources/read", {"uri": "kb://topic/deep-dive/mcp"}),
    ("tools/call", {"name": "get_connection_graph", "arguments": {"start": "deep-dive/mcp/overview.md"}}),
    ("resources/list", {}),
    ("prompts/get", {"name": "find_gaps"}),
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HttpServer]:
    opened = example_base(tmp_path)
    (opened.kb.root / "counter.md").write_text("# Counter\n\nstate number zero\n")
    with http_server(backend_of(rebuilding(opened))) as running:
        yield running
    opened.index.close()


async def call(client: httpx2.AsyncClient, url: str, number: int, session: str | None) -> float:
    method, params = MIXED[number % len(MIXED)]
    headers = {"Accept": ACCEPT}
    body: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method, "params": dict(params)}
    if session is None:
        body["params"]["_meta"] = META
        headers |= {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
        headers |= {"Mcp-Name": params["name"]} if "name" in params else {}
        headers |= {"Mcp-Name": params["uri"]} if "uri" in params else {}
    else:
        headers["Mcp-Session-Id"] = session
    started = time.perf_counter()
    response = await client.post(url, json=body, headers=headers)
    elapsed = time.perf_counter() - started
    assert response.status_code == 200, response.text
    result = message_of(response)["result"]
    assert not result.get("isError"), result
    return elapsed


@pytest.mark.timeout(300)
def test_sixty_four_clients_while_the_index_is_rebuilt(server: HttpServer, tmp_path: Path) -> None:
    url, counter = server.url + "/mcp", tmp_path / "kb/counter.md"
    sessions = [server.session() if number % 2 else None for number in range(CLIENTS)]
    elapsed: list[float] = []
    rebuilds = 0

    async def client_of(session: str | None, offset: int, client: httpx2.AsyncClient) -> None:
        elapsed.extend([await call(client, url, offset + number, session) for number in range(CALLS)])

    async def keep_rebuilding(client: httpx2.AsyncClient) -> None:
        nonlocal rebuilds
        while True:
            counter.write_text(f"# Counter\n\nstate number {rebuilds}\n")
            body = {"name": "rebuild_index", "arguments": {"force": rebuilds % 3 == 2}, "_meta": META}
            headers = {"Accept": ACCEPT, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call"}
            response = await client.post(
                url,
                json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": body},
                headers={**headers, "Mcp-Name": "rebuild_index"},
            )
            assert not message_of(response)["result"]["isError"], response.text
            rebuilds += 1

    async def main() -> None:
        limits = httpx2.Limits(max_connections=CLIENTS + 1, max_keepalive_connections=CLIENTS + 1)
        async with (
            httpx2.AsyncClient(timeout=60, limits=limits, trust_env=False) as client,
            anyio.create_task_group() as writers,
        ):
            writers.start_soon(keep_rebuilding, client)
            async with anyio.create_task_group() as readers:
                for number, session in enumerate(sessions):
                    readers.start_soon(client_of, session, number, client)
            writers.cancel_scope.cancel()

    started = time.perf_counter()
    anyio.run(main)
    seconds = time.perf_counter() - started
    counter.write_text("# Counter\n\nthe very last state\n")
    answer = message_of(server.ask("tools/call", {"name": "rebuild_index"}))["result"]
    while answer["isError"]:
        answer = message_of(server.ask("tools/call", {"name": "rebuild_index"}))["result"]
    found = message_of(server.ask("tools/call", {"name": "search", "arguments": {"query": "the very last state"}}))

    assert json.loads(found["result"]["content"][0]["text"])["results"][0]["path"] == "counter.md"
    assert len(elapsed) == CLIENTS * CALLS
    assert rebuilds > 0
    quantiles = statistics.quantiles(elapsed, n=100)
    print(
        f"{len(elapsed)} calls in {seconds:.1f} s ({len(elapsed) / seconds:.0f}/s), {rebuilds} rebuilds, "
        f"p50 {quantiles[49] * 1000:.0f} ms, p99 {quantiles[98] * 1000:.0f} ms"
    )
