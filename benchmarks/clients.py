"""Many clients at once on one server over HTTP, while notes change under its watcher and it is rebuilt.

Usage: clients.py [CLIENTS [CALLS [FOLDER]]], by default 64 clients of 50 calls each on a copy of this project's pages.
Half of the clients keep a session. Every answer has to be right, and every change has to be found in the end.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2

ROOT = Path(__file__).resolve().parents[1]
GROOVE = Path(sys.executable).with_name("groove")

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
CHANGING = ("one", "two", "three")
"""Notes that are written again and again."""
PATIENCE_SECONDS = 120.0
"""How long the last changes may take to be found, behind a rebuild that may still run."""

QUESTIONS = (
    "how is the index kept up to date",
    "which clients may reach the server",
    "検索の結果をどう並べるか",
    "where do models come from",
    "exclude_headings",
)
READS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tools/call", {"name": "list_topics"}),
    ("resources/list", {}),
    ("prompts/get", {"name": "find_gaps"}),
)


@dataclass
class Load:
    """What one run has seen; `seconds` by kind of call."""

    url: str
    document: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    rebuilds: int = 0
    writes: int = 0
    stopping: bool = False

    def request(self, number: int) -> tuple[str, dict[str, Any]]:
        """Six of ten calls search; the others read."""
        if number % 10 < 6:
            return "tools/call", {"name": "search", "arguments": {"query": QUESTIONS[number % len(QUESTIONS)]}}
        if number % 10 == 6:
            return "tools/call", {"name": "get_document", "arguments": {"path": self.document}}
        if number % 10 == 7:
            return "tools/call", {"name": "get_connection_graph", "arguments": {"start": self.document}}
        return READS[number % len(READS)]


async def call(
    client: httpx2.AsyncClient, url: str, method: str, params: Mapping[str, Any], session: str | None
) -> Any:
    """The result. Raises `AssertionError` for every answer that is none."""
    body: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
    headers = dict(ACCEPT)
    if session is None:
        body["params"]["_meta"] = META
        headers |= {"MCP-Protocol-Version": VERSION, "Mcp-Method": method, "Mcp-Name": str(params.get("name", ""))}
    else:
        headers["Mcp-Session-Id"] = session
    response = await client.post(url, json=body, headers=headers)
    assert response.status_code == 200, f"{response.status_code}: {response.text}"
    text = response.text
    if response.headers["Content-Type"].startswith("text/event-stream"):
        text = [line[5:] for line in text.splitlines() if line.startswith("data:") and line[5:].strip()][-1]
    return json.loads(text)["result"]


async def begin_session(client: httpx2.AsyncClient, url: str) -> str:
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "load", "version": "0"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    response = await client.post(url, json=body, headers=ACCEPT)
    assert response.status_code == 200, response.text
    session = str(response.headers["Mcp-Session-Id"])
    begun = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    await client.post(url, json=begun, headers={**ACCEPT, "Mcp-Session-Id": session})
    return session


async def ask(client: httpx2.AsyncClient, load: Load, number: int, calls: int) -> None:
    session = await begin_session(client, load.url) if number % 2 else None
    for position in range(number, number + calls):
        method, params = load.request(position)
        started = time.perf_counter()
        result = await call(client, load.url, method, params, session)
        load.seconds.setdefault(str(params.get("name", method)), []).append(time.perf_counter() - started)
        assert not result.get("isError"), result


async def keep_rebuilding(client: httpx2.AsyncClient, load: Load) -> None:
    while not load.stopping:
        result = await call(
            client, load.url, "tools/call", {"name": "rebuild_index", "arguments": {"force": True}}, None
        )
        assert not result["isError"], result
        load.rebuilds += 1


async def keep_writing(notes: Path, load: Load) -> None:
    while not load.stopping:
        for name in CHANGING:
            (notes / f"{name}.md").write_text(f"# Counter {name}\n\nThe present state is number {load.writes}.\n")
            load.writes += 1
        await anyio.sleep(0.7)


async def found_in_the_end(client: httpx2.AsyncClient, notes: Path, load: Load) -> float:
    """Seconds until each note is found as it was written last."""
    started = time.perf_counter()
    for name in CHANGING:
        (notes / f"{name}.md").write_text(f"# Counter {name}\n\nThe very last state of {name}.\n")
    for name in CHANGING:
        words = f"very last state of {name}"
        query = {"query": words, "path_globs": [f"{name}.md"], "include_low_quality": True}
        while True:
            result = await call(client, load.url, "tools/call", {"name": "search", "arguments": query}, None)
            hits = json.loads(result["content"][0]["text"])["results"]
            if any(words in hit["content"] for hit in hits):
                break
            assert time.perf_counter() - started < PATIENCE_SECONDS, f"the last change of {name}.md was lost"
            await anyio.sleep(0.2)
    return time.perf_counter() - started


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of a server on the indexed notes below `folder`, with its watcher on."""
    subprocess.run([GROOVE, "index", "--kb-path", "notes"], cwd=folder, check=True, capture_output=True)
    with (folder / "log").open("w+") as log:
        words = ("serve", "--kb-path", "notes", "--transport", "http", "--port", "0")
        process = subprocess.Popen([GROOVE, *words], cwd=folder, stdout=log, stderr=log)
        try:
            while not (ready := re.search(r"listening on (\S+)\)", (folder / "log").read_text())):
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.05)
            yield f"http://{ready[1]}/mcp"
        finally:
            process.terminate()
            process.wait(5)
        said = (folder / "log").read_text()
        assert "Traceback" not in said, said


async def measure(load: Load, notes: Path, clients: int, calls: int) -> tuple[float, float]:
    """Seconds of all calls together, and until the last change was found."""
    limits = httpx2.Limits(max_connections=clients + 2, max_keepalive_connections=clients + 2)
    async with httpx2.AsyncClient(timeout=300, limits=limits, trust_env=False) as client:
        async with anyio.create_task_group() as writers:
            writers.start_soon(keep_rebuilding, client, load)
            writers.start_soon(keep_writing, notes, load)
            started = time.perf_counter()
            async with anyio.create_task_group() as readers:
                for number in range(clients):
                    readers.start_soon(ask, client, load, number, calls)
            seconds = time.perf_counter() - started
            load.stopping = True
        return seconds, await found_in_the_end(client, notes, load)


def report(load: Load, seconds: float, until_found: float) -> None:
    together = [value for values in load.seconds.values() for value in values]
    print(f"{len(together)} calls in {seconds:.1f} s, {len(together) / seconds:.0f} a second, none failed;")
    print(
        f"{load.rebuilds} forced rebuilds and {load.writes} changes meanwhile, the last found after {until_found:.1f} s"
    )
    print("\n| call | number | median | 99th percentile |\n|---|---|---|---|")
    for name, values in [("all", together), *sorted(load.seconds.items())]:
        last = statistics.quantiles(values, n=100)[98]
        print(f"| {name} | {len(values)} | {statistics.median(values) * 1000:.0f} ms | {last * 1000:.0f} ms |")


def main(clients: int, calls: int, source: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        notes = folder / "notes"
        shutil.copytree(source, notes)
        document = min(file.relative_to(notes).as_posix() for file in notes.rglob("*.md"))
        with server(folder) as url:
            load = Load(url, document)
            report(load, *anyio.run(measure, load, notes, clients, calls))


if __name__ == "__main__":
    wanted = [*sys.argv[1:], *("64", "50", str(ROOT / "docs"))[len(sys.argv) - 1 :]]
    main(int(wanted[0]), int(wanted[1]), Path(wanted[2]))
