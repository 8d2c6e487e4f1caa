"""Servers for tests: over HTTP inside this process, over stdio as a child."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from mcp.server.lowlevel import Server

from grooveseek.config.address import parse_address
from grooveseek.config.keys import Http
from grooveseek.documents.registry import ParserSet, parser_set
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts, FileState
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Report, Summary
from grooveseek.indexing.run import run
from grooveseek.kb.knowledge_base import open_knowledge_base
from grooveseek.search.settings import SearchSettings
from grooveseek.server.application import build_server
from grooveseek.server.backend import Backend, Opened
from grooveseek.server.http.admin import Daemon
from grooveseek.server.http.application import HttpApplication
from grooveseek.server.http.gates import gates_for
from grooveseek.server.http.listener import bind
from grooveseek.server.rebuilds import Rebuilds
from grooveseek.server.service import Service
from grooveseek.server.tools.call import ToolCall
from grooveseek.server.tools.lookup import tool_named
from grooveseek.server.work import Work
from support.index import passages, write
from support.models import GivenModels, HashEmbedder

EXAMPLE = {
    "readme.md": "# Read me\n\nThis base is about chunking and transports of a protocol.\n",
    "ai-news/today.md": "---\ndate: 2026-03-20\n---\n# Today\n\nNews about chunking and about models of language.\n",
    "deep-dive/mcp/overview.md": "# MCP overview\n\n## Transports\n\nThe protocol has two transports: pipes, HTTP.\n",
    "deep-dive/mcp/sub/deeper.md": "# Deeper\n\nHow sessions are counted, capped and ended in the protocol.\n",
}
"""The knowledge base of the examples."""

TESTS = Path(__file__).resolve().parents[1]

ACCEPT = "application/json, text/event-stream"
SESSIONLESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": SESSIONLESS,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def no_rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
    raise AssertionError("no rebuild was expected")


def example_base(folder: Path, files: Mapping[str, str | bytes] = EXAMPLE, enabled: Sequence[str] = ("md",)) -> Opened:
    """A knowledge base below `folder` with its index, every file of it indexed and embedded."""
    root = folder / "kb"
    root.mkdir()
    parsers = parser_set(enabled)
    index = open_index(folder / ".groove.db", create=True)
    index.record(Facts(root=str(root), model="hash", dimension=64, context_mode="off", declared_fields=("status",)))
    for path, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
        put(index, parsers, path, data)
    return Opened(
        kb=open_knowledge_base(root),
        parsers=parsers,
        index=index,
        models=GivenModels(HashEmbedder()),
        search=SearchSettings(min_quality=0.0),
        rebuild=no_rebuild,
    )


def rebuilding(opened: Opened) -> Opened:
    """`opened`, whose rebuilds really run."""

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        options = IndexOptions(opened.parsers, model="hash", dimension=64, force=force)
        return run(opened.kb, opened.index, opened.models, options, report, stop=stop)

    return replace(opened, rebuild=rebuild)


def put(index: Index, parsers: ParserSet, path: str, data: bytes) -> None:
    """Index one document as it would be after a run."""
    state = FileState(size=len(data), mtime_ns=1, inode=1, sha256=hashlib.sha256(data).hexdigest())
    written = parsers.parse(path, data)
    write(index, written, state=state, vectors=HashEmbedder().embed_documents(passages(written)))


def call_tool(opened: Opened, tool: str, /, **arguments: object) -> Any:
    """What the tool answers. Raises what the tool raises."""
    return tool_named(tool)(ToolCall(opened, arguments, Work(), Rebuilds())).value


def backend_of(opened: Opened, **changes: Any) -> Backend:
    return Backend(lambda: replace(opened, **changes))


@dataclass
class HttpServer:
    """A running server and a client that speaks to it."""

    url: str
    service: Service
    application: HttpApplication
    client: httpx2.Client

    @property
    def port(self) -> int:
        return httpx2.URL(self.url).port or 80

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.client.get(self.url + path, headers=headers)

    def post(self, message: object, changes: Mapping[str, str] | None = None) -> httpx2.Response:
        """One POST to `/mcp`; `changes` are headers beside or instead of the usual ones."""
        headers = {"Accept": ACCEPT, "Content-Type": "application/json", **(changes or {})}
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.client.post(self.url + "/mcp", content=content, headers=headers)

    def initialize(self, version: str = "2025-11-25", changes: Mapping[str, str] | None = None) -> httpx2.Response:
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
        return self.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}, changes)

    def session(self, version: str = "2025-11-25") -> str:
        """The id of a new session."""
        response = self.initialize(version)
        assert response.status_code == 200, response.text
        session = response.headers["Mcp-Session-Id"]
        self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, {"Mcp-Session-Id": session})
        return session

    def ask(
        self, method: str, params: Mapping[str, Any] | None = None, changes: Mapping[str, str] | None = None
    ) -> httpx2.Response:
        """One complete session-less request."""
        named = (params or {}).get("uri" if method == "resources/read" else "name")
        headers = {"MCP-Protocol-Version": SESSIONLESS, "Mcp-Method": method}
        if isinstance(named, str):
            headers["Mcp-Name"] = named
        meta = {**META, **(params or {}).get("_meta", {})}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), "_meta": meta}}
        return self.post(message, {**headers, **(changes or {})})


def message_of(response: httpx2.Response) -> dict[str, Any]:
    """The JSON-RPC message of an answer, whether it came as JSON or as the last event of a stream."""
    if response.headers["content-type"].startswith("text/event-stream"):
        data = [line[5:] for line in response.text.splitlines() if line.startswith("data:") and line[5:].strip()]
        return json.loads(data[-1])  # type: ignore[no-any-return]
    return response.json()  # type: ignore[no-any-return]


@contextmanager
def http_server(
    backend: Backend, settings: Http | None = None, *, server: Server[Any] | None = None
) -> Iterator[HttpServer]:
    """Serve on a free port in a thread of this process; `server` stands in for ours behind the same application."""
    settings = settings or Http()
    bound = bind(parse_address("127.0.0.1:0"))
    service = Service(backend)
    gates = gates_for(bound, settings)
    application = HttpApplication(server or build_server(service), service, gates, Daemon(), settings.max_sessions)
    config = uvicorn.Config(application.asgi, log_config=None, ws="none", proxy_headers=False)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [bound.sock]}, daemon=True)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.005)
    try:
        with httpx2.Client(timeout=40, trust_env=False) as client:
            yield HttpServer(f"http://{bound}", service, application, client)
    finally:
        service.stop()
        application.begin_to_end()
        running.should_exit = True
        thread.join(30)


def stdio_child(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A Python child that runs `code`, with its three streams as pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )


def exchange(child: subprocess.Popen[bytes], sent: bytes, answers: int) -> tuple[bytes, bytes]:
    """All that `child` writes to stdout and stderr; its stdin ends once it has written so many lines."""
    with child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(sent)
        child.stdin.flush()
        lines = [child.stdout.readline() for _ in range(answers)]
        child.stdin.close()
        return b"".join(lines) + child.stdout.read(), child.stderr.read()


def line(method: str, params: Mapping[str, Any] | None = None, *, request_id: int | None = 1) -> bytes:
    """One message as it goes through a pipe; without `request_id` a notification."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if request_id is not None:
        message["id"] = request_id
    if params is not None:
        message["params"] = params
    return json.dumps(message).encode() + b"\n"


INITIALIZE = line(
    "initialize",
    {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}},
)
INITIALIZED = line("notifications/initialized", request_id=None)


def call_line(tool: str, arguments: Mapping[str, Any] | None = None, *, request_id: int) -> bytes:
    return line("tools/call", {"name": tool, "arguments": dict(arguments or {})}, request_id=request_id)
