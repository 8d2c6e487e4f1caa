from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.config.keys import Http
from grooveseek.errors import GrooveError
from grooveseek.indexing.watcher import Mailbox
from grooveseek.server.backend import Backend, Opened
from grooveseek.server.http.guard import SECURITY_HEADERS
from support.server import HttpServer, backend_of, example_base, http_server, message_of


def nothing() -> Opened:
    raise GrooveError("nothing is indexed here")


@pytest.fixture(scope="module")
def server() -> Iterator[HttpServer]:
    with http_server(Backend(nothing)) as running:
        yield running


def test_healthz_says_ok_to_anyone(server: HttpServer) -> None:
    response = server.get("/healthz", Host="anything@all", Origin="https://evil.example")

    assert response.status_code == 200
    assert response.text == "ok"


def test_healthz_asks_for_the_host_where_told_to() -> None:
    with http_server(Backend(nothing), Http(healthz_public=False)) as server:
        assert server.get("/healthz").status_code == 200
        assert server.get("/healthz", Host="kb.example.lan").status_code == 403
        assert server.get("/healthz", Origin="https://evil.example").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/search", "/mcp/", "/healthz/", "/api/admin", "/sse", "/%00"])
def test_there_is_nothing_else(server: HttpServer, path: str) -> None:
    assert server.get(path).status_code == 404


def test_the_status_has_its_fields_and_no_path(server: HttpServer) -> None:
    response = server.get("/api/admin/status")

    status = response.json()
    assert response.status_code == 200
    assert status.keys() == {"daemon", "indexing", "watcher", "kb", "config_source"}
    assert status["daemon"].keys() == {"version", "pid", "uptime_secs", "started_at"}
    assert status["indexing"] == {"active": False, "started_at": None, "progress": None}
    assert status["watcher"] == {"active": False, "debounce_ms": 500, "queue_length": None, "overflows": None}
    assert status["kb"] == {"documents": None, "chunks": None, "model": None}
    assert status["config_source"] == "NotFound"
    assert "/" not in response.text


def test_the_status_tells_what_waits_for_the_watcher(tmp_path: Path) -> None:
    opened, changes = example_base(tmp_path), Mailbox()
    changes.put({"a.md": False, "b.md": False})
    with http_server(backend_of(opened, changes=changes)) as server:
        server.ask("tools/call", {"name": "list_topics"})
        waiting = server.get("/api/admin/status").json()["watcher"]
        changes.put({f"{number}.md": False for number in range(Mailbox.max_places)})
        overflown = server.get("/api/admin/status").json()["watcher"]
    opened.index.close()

    assert (waiting["queue_length"], waiting["overflows"]) == (2, 0)
    assert (overflown["queue_length"], overflown["overflows"]) == (1, 1)


@pytest.mark.parametrize("headers", [{}, {"Host": "evil.example"}, {"Origin": "banana"}])
def test_every_answer_of_the_admin_routes_has_the_security_headers(server: HttpServer, headers: dict[str, str]) -> None:
    response = server.get("/api/admin/status", **headers)

    assert {name: response.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_a_method_refusal_has_the_security_headers_too(server: HttpServer) -> None:
    response = server.client.post(server.url + "/api/admin/status")

    assert response.status_code == 405
    assert response.headers["Allow"] == "GET"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_the_host_is_refused_before_the_origin_and_neither_is_repeated(server: HttpServer) -> None:
    response = server.get("/api/admin/status", Host="evil-host.example", Origin="https://evil-origin.example")

    assert (response.status_code, response.text) == (403, "Forbidden: Host header is not allowed")


def test_a_refused_request_never_reaches_the_protocol(server: HttpServer) -> None:
    assert server.initialize(changes={"Host": "kb.example.lan"}).status_code == 403
    assert server.initialize(changes={"Origin": "https://evil.example"}).status_code == 403
    assert server.ask("tools/list", changes={"Origin": "banana"}).status_code == 400


def test_discovery_lists_every_revision_and_what_is_really_sent(server: HttpServer) -> None:
    result = server.ask("server/discover").json()["result"]

    assert result["supportedVersions"] == ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "grooveseek"
    assert result["resultType"] == "complete"
    assert result["cacheScope"] == "public"


def test_both_ways_to_begin_declare_the_same_capabilities(server: HttpServer) -> None:
    discovered = server.ask("server/discover").json()["result"]["capabilities"]

    assert message_of(server.initialize())["result"]["capabilities"] == discovered
    assert "logging" not in discovered


def test_a_revision_before_structured_answers_of_any_shape_lists_no_array_output(server: HttpServer) -> None:
    session = {"Mcp-Session-Id": server.session()}
    listed = message_of(server.post({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}, session))["result"]["tools"]
    sessionless = server.ask("tools/list").json()["result"]["tools"]

    assert [tool["name"] for tool in listed if "outputSchema" not in tool] == ["list_topics"]
    assert all("outputSchema" in tool for tool in sessionless)


def test_hints_about_effects_are_sent_with_the_tools(server: HttpServer) -> None:
    tools = {tool["name"]: tool["annotations"] for tool in server.ask("tools/list").json()["result"]["tools"]}

    rebuild = tools.pop("rebuild_index")
    assert (rebuild["readOnlyHint"], rebuild["destructiveHint"], rebuild["idempotentHint"]) == (False, True, True)
    assert all(hints["readOnlyHint"] is True for hints in tools.values())
    assert all(hints["openWorldHint"] is False for hints in (rebuild, *tools.values()))


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ],
)
def test_versions_are_echoed_or_the_newest_with_a_handshake_is_offered(
    server: HttpServer, asked: str, answered: str
) -> None:
    assert message_of(server.initialize(asked))["result"]["protocolVersion"] == answered
