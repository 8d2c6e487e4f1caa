"""The worked examples of the protocol's side, each asked of a running server over its socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from grooveseek.config.keys import Http
from grooveseek.errors import GrooveError
from grooveseek.index.records import FileState
from grooveseek.indexing.report import Report, Summary
from grooveseek.server import prompts
from grooveseek.server.backend import Backend, Opened
from support.server import EXAMPLE, META, HttpServer, backend_of, example_base, http_server, message_of, rebuilding

FILES = {
    **EXAMPLE,
    "日本語/ノート.md": "# ノート\n\n日本語の文書です。\n",
    "with space/and #hash.md": "# Hash\n\nA name with a space and a hash.\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    made = example_base(tmp_path_factory.mktemp("examples"))
    yield made
    made.index.close()


@pytest.fixture(scope="module")
def server(opened: Opened) -> Iterator[HttpServer]:
    with http_server(backend_of(opened)) as running:
        yield running


@pytest.fixture
def named(tmp_path: Path) -> Iterator[HttpServer]:
    """A server whose documents have names that need escapes."""
    made = example_base(tmp_path, FILES)
    with http_server(backend_of(made)) as running:
        yield running
    made.index.close()


def nothing() -> Opened:
    raise GrooveError("nothing is indexed here")


def called(server: HttpServer, tool: str, **arguments: object) -> Any:
    """What the tool's one text block holds."""
    (block,) = message_of(server.ask("tools/call", {"name": tool, "arguments": arguments}))["result"]["content"]
    return json.loads(block["text"])


def read(server: HttpServer, uri: str) -> Any:
    """The text behind `uri`, or the code of the error."""
    message = message_of(server.ask("resources/read", {"uri": uri}))
    return message["error"]["code"] if "error" in message else message["result"]["contents"][0]["text"]


NOT_FOUND = -32602


def test_example_1_groups_are_the_resources(server: HttpServer) -> None:
    listed = message_of(server.ask("resources/list"))["result"]["resources"]

    assert [(entry["uri"], entry["name"]) for entry in listed] == [
        ("kb://topic/", "(root)"),
        ("kb://topic/ai-news", "ai-news"),
        ("kb://topic/deep-dive/mcp", "deep-dive/mcp"),
    ]
    assert "2" in listed[2]["description"]


def test_example_2_topics_have_their_trees(server: HttpServer) -> None:
    entries = called(server, "list_topics")

    assert [(entry["category"], entry["topic"], entry["file_count"], entry["children"]) for entry in entries] == [
        (None, None, 1, []),
        ("ai-news", None, 1, []),
        ("deep-dive", "mcp", 2, [{"segment": "sub", "file_count": 1, "children": []}]),
    ]


SESSIONLESS = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search"}
CALL: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "chunking", "limit": 5}, "_meta": META},
}


def test_example_3_a_complete_call_needs_no_session(server: HttpServer) -> None:
    response = server.post(CALL, SESSIONLESS)

    assert response.status_code == 200
    (block,) = message_of(response)["result"]["content"]
    assert json.loads(block["text"]).keys() >= {"results", "low_confidence", "filter_applied"}


@pytest.mark.parametrize("header", SESSIONLESS)
def test_example_3_without_one_of_its_headers_it_is_refused(server: HttpServer, header: str) -> None:
    response = server.post(CALL, {name: value for name, value in SESSIONLESS.items() if name != header})

    assert (response.status_code, message_of(response)["error"]["code"]) == (400, -32020)


def test_example_3_without_its_own_description_it_is_refused(server: HttpServer) -> None:
    params = {name: value for name, value in CALL["params"].items() if name != "_meta"}

    response = server.post({**CALL, "params": params}, SESSIONLESS)

    assert (response.status_code, message_of(response)["error"]["code"]) == (400, -32602)


HOSTS = {
    "127.0.0.1:3100": 200,
    "127.0.0.1": 200,
    "LOCALHOST:3100": 200,
    "[::1]:3100": 200,
    "127.0.0.1:03177": 200,
    "user:pw@127.0.0.1:3100": 400,
    "@127.0.0.1:3100": 400,
    "127.0.0.1@localhost": 400,
    "127.0.0.1:65536": 400,
    "localhost:abc": 400,
    "localhost:1:2": 400,
    "[]:80": 400,
    "[::1]evil.example": 400,
    "kb.example.lan": 403,
    "0.0.0.0:3100": 403,
    "localhost.": 403,
    "127.1": 403,
}


def test_example_4_hosts_on_the_protocol_and_on_the_probe() -> None:
    with http_server(Backend(nothing), Http(healthz_public=False)) as server:
        asked = {host: server.ask("tools/list", changes={"Host": host}).status_code for host in HOSTS}
        probed = {host: server.get("/healthz", Host=host).status_code for host in HOSTS}

    assert asked == HOSTS
    assert probed == HOSTS


def test_example_5_a_configured_host_is_for_the_protocol_alone() -> None:
    with http_server(Backend(nothing), Http(allowed_hosts=("kb.example.lan",))) as server:
        statuses = {
            (path, host): (
                server.ask("tools/list", changes={"Host": host}) if path == "/mcp" else server.get(path, Host=host)
            ).status_code
            for path in ("/mcp", "/ui")
            for host in ("kb.example.lan", "localhost")
        }

    assert statuses == {
        ("/mcp", "kb.example.lan"): 200,
        ("/ui", "kb.example.lan"): 403,
        ("/mcp", "localhost"): 403,
        ("/ui", "localhost"): 200,
    }


def origins(server: HttpServer, *values: str) -> dict[str, int]:
    return {value: server.ask("tools/list", changes={"Origin": value}).status_code for value in values}


def test_example_6_origins_under_the_default_list(server: HttpServer) -> None:
    own = server.port
    expected = {
        f"http://127.0.0.1:{own}": 200,
        f"HTTP://LOCALHOST:{own}": 200,
        f"https://127.0.0.1:{own}": 403,
        "http://127.0.0.1": 403,
        "http://127.0.0.1:1": 403,
        "null": 403,
        "https://evil.example": 403,
        f"127.0.0.1:{own}": 400,
        "http://": 400,
        "banana": 400,
    }

    assert server.ask("tools/list").status_code == 200
    assert origins(server, *expected) == expected


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        (
            "  https://kb.example.com  ",
            {
                "https://kb.example.com": 200,
                "https://kb.example.com:8443": 200,
                "http://kb.example.com": 403,
                "http://127.0.0.1:3100": 403,
            },
        ),
        ("https://kb.example.com:8443", {"https://kb.example.com": 403}),
    ],
)
def test_example_7_configured_origins_replace_the_default(allowed: str, expected: dict[str, int]) -> None:
    # That `127.0.0.1:3100` stops the start of HTTP and of nothing else is tested with the program itself.
    with http_server(Backend(nothing), Http(allowed_origins=(allowed,))) as server:
        assert origins(server, *expected) == expected


def test_example_8_the_host_is_refused_first_and_nothing_is_repeated(server: HttpServer) -> None:
    response = server.get("/api/admin/status", Host="bad.example", Origin="https://worse.example")

    assert (response.status_code, response.text) == (403, "Forbidden: Host header is not allowed")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_example_9_one_session_fills_a_cap_of_one(opened: Opened) -> None:
    with http_server(backend_of(opened), Http(max_sessions=1)) as server:
        first, second = server.initialize(), server.initialize()
        third = server.initialize(changes={"Host": "kb.example.lan"})
        sessionless = server.post(CALL, SESSIONLESS)

    assert [first.status_code, second.status_code, third.status_code, sessionless.status_code] == [200, 429, 403, 200]
    assert second.headers["Retry-After"] == "30"


def test_example_10_one_answer_for_whatever_is_not_found(tmp_path: Path) -> None:
    made = example_base(tmp_path)
    (made.kb.root / "link.md").symlink_to("readme.md")
    (made.kb.root / ".git").mkdir()
    (made.kb.root / ".git/config").write_text("[core]\n")
    with http_server(backend_of(made)) as server:
        found = called(server, "get_document", path="deep-dive/mcp/overview.md")
        refused = {
            path: called(server, "get_document", path=path)["error"]
            for path in (
                "./readme.md",
                "deep-dive//mcp/overview.md",
                "deep-dive/../readme.md",
                "/etc/passwd",
                "",
                "no-such.md",
            )
        }
        link = called(server, "get_document", path="link.md")["error"]
        hidden = called(server, "get_document", path=".git/config")["error"]
    made.index.close()

    assert found["content"] == EXAMPLE["deep-dive/mcp/overview.md"]
    assert len(set(refused.values())) == 1, refused
    assert "denied" in link
    assert "link" in link
    assert "denied" in hidden


def test_example_11_a_document_over_the_cap_is_found_but_not_offered(tmp_path: Path) -> None:
    line = "A line about the whereabouts of the kingfisher.\n"
    big = "# Big\n\n" + line * (2 * 1024 * 1024 // len(line) + 1)
    made = example_base(tmp_path, {**EXAMPLE, "big.md": "# Big\n\n" + line})
    (made.kb.root / "big.md").write_text(big)
    made.index.touch({"big.md": FileState(size=len(big), mtime_ns=2, inode=1, sha256=sha256(big.encode()).hexdigest())})
    with http_server(backend_of(made)) as server:
        hits = called(server, "search", query="whereabouts of the kingfisher")["results"]
        group = read(server, "kb://topic/")
        uri = read(server, "kb://doc/big.md")
        document = called(server, "get_document", path="big.md")["error"]
    made.index.close()

    assert hits[0]["path"] == "big.md"
    assert "uri" not in hits[0]
    assert "readme.md" in group
    assert "big.md" not in group
    assert uri == NOT_FOUND
    assert "too large" in document


def test_example_12_uris_are_ascii_and_lead_back(named: HttpServer) -> None:
    uris = {hit["path"]: hit["uri"] for hit in called(named, "search", query="日本語 hash", limit=20)["results"]}

    assert uris["日本語/ノート.md"] == "kb://doc/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%83%8E%E3%83%BC%E3%83%88.md"
    assert uris["with space/and #hash.md"] == "kb://doc/with%20space/and%20%23hash.md"
    assert {path: read(named, uri) for path, uri in uris.items()} == {path: FILES[path] for path in uris}


@pytest.mark.parametrize(
    "uri",
    [
        "kb://doc/%2e%2e%2fsecret.md",
        "kb://doc/a%zz.md",
        "kb://doc/a%2",
        "kb://doc/",
        "kb://doc//etc/passwd",
        "file:///etc/passwd",
    ],
)
def test_example_12_other_uris_lead_nowhere(server: HttpServer, uri: str) -> None:
    assert read(server, uri) == NOT_FOUND


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        ({"query": "x", "mmr_lambda": 1.5}, ["mmr_lambda"]),
        ({"query": "x" * 1025}, ["1025", "1024"]),
        ({"query": "x", "path_globs": []}, ["path_globs"]),
        ({"query": "x", "tags_any": [f"t{number}" for number in range(65)]}, ["65", "64"]),
        ({"query": "-alpha -beta"}, []),
    ],
)
def test_example_13_searches_that_are_refused(
    server: HttpServer, arguments: Mapping[str, object], fragments: list[str]
) -> None:
    answer = called(server, "search", **arguments)

    assert answer.keys() == {"error"}
    assert [fragment for fragment in fragments if fragment not in answer["error"]] == []


def test_example_13_the_greatest_limit_is_no_error(server: HttpServer) -> None:
    assert len(called(server, "search", query="chunking", limit=4294967295)["results"]) <= 1000


def test_example_14_prompts(server: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "_today", lambda: date(2026, 3, 31))

    (message,) = message_of(server.ask("prompts/get", {"name": "whats_new"}))["result"]["messages"]
    unknown = message_of(server.ask("prompts/get", {"name": "nope"}))

    assert "2026-03-01" in message["content"]["text"]
    assert "plain string" in message["content"]["text"]
    assert "summarize_topic" in unknown["error"]["message"]


def test_example_15_the_second_of_two_rebuilds_is_refused(tmp_path: Path) -> None:
    made, begun, go_on = example_base(tmp_path), threading.Event(), threading.Event()

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        begun.set()
        assert go_on.wait(50)
        return rebuilding(made).rebuild(force, report, stop)

    with http_server(backend_of(replace(made, rebuild=rebuild))) as server, ThreadPoolExecutor(1) as other:
        first = other.submit(called, server, "rebuild_index")
        assert begun.wait(50)
        second = called(server, "rebuild_index")
        go_on.set()
        counters = first.result()
    made.index.close()

    assert counters.keys() == {
        "total_documents",
        "updated",
        "renamed",
        "deleted",
        "skipped",
        "frontmatter_unparsed",
        "total_chunks",
        "duration_ms",
    }
    assert any(word.isdigit() for word in second["error"].split())
    assert "seconds" in second["error"]


# Examples 16 and 17, starts that are refused or let through, are asked of the program in test_groove_serve.py.
