from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grooveseek.config.keys import Http
from grooveseek.errors import GrooveError
from grooveseek.server.backend import Backend, Opened
from support.server import ACCEPT, META, HttpServer, http_server, message_of

PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
JSON = "application/json"


def nothing() -> Opened:
    raise GrooveError("nothing is indexed here")


@pytest.fixture(scope="module")
def server() -> Iterator[HttpServer]:
    with http_server(Backend(nothing)) as running:
        yield running


def code(response: Any) -> int:
    return int(response.json()["error"]["code"])


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS"])
def test_other_methods_are_told_which_there_are(server: HttpServer, method: str) -> None:
    response = server.client.request(method, server.url + "/mcp")

    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, POST, DELETE"


@pytest.mark.parametrize("accept", [JSON, "text/event-stream", "text/html", ""])
def test_a_client_has_to_accept_both_kinds_of_answer(server: HttpServer, accept: str) -> None:
    assert server.post(PING, {"Accept": accept, "Content-Type": JSON}).status_code == 406


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
def test_the_body_has_to_be_declared_as_json(server: HttpServer, content_type: str) -> None:
    assert server.post(PING, {"Accept": ACCEPT, "Content-Type": content_type}).status_code == 415


def test_a_charset_beside_the_content_type_is_fine(server: HttpServer) -> None:
    assert server.initialize(changes={"Content-Type": "application/json; charset=utf-8"}).status_code == 200


def test_a_body_that_is_no_json_is_a_parse_error(server: HttpServer) -> None:
    response = server.post(b"{nonsense")

    assert response.status_code == 400
    assert code(response) == -32700


@pytest.mark.parametrize("body", [[], [PING], [PING, PING], {"jsonrpc": "2.0"}, 3])
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_batches_and_other_json_are_no_request(server: HttpServer, body: object, version: str) -> None:
    response = server.post(body, {"MCP-Protocol-Version": version})

    assert response.status_code == 400
    assert code(response) == -32600


def test_a_request_without_a_session_is_refused(server: HttpServer) -> None:
    assert server.post(PING).status_code == 400


def test_a_notification_without_a_session_is_refused(server: HttpServer) -> None:
    assert server.post({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 400


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_an_unknown_session_is_not_found(server: HttpServer, method: str) -> None:
    headers = {"Accept": ACCEPT, "Content-Type": JSON, "Mcp-Session-Id": "0123456789abcdef"}
    content = b'{"jsonrpc":"2.0","id":1,"method":"ping"}' if method == "POST" else None

    assert server.client.request(method, server.url + "/mcp", headers=headers, content=content).status_code == 404


def test_an_ended_session_is_not_found(server: HttpServer) -> None:
    session = server.session()

    ended = server.client.delete(server.url + "/mcp", headers={"Mcp-Session-Id": session})

    assert ended.status_code == 200
    assert server.post(PING, {"Mcp-Session-Id": session}).status_code == 404


def test_a_session_answers_and_accepts_notifications(server: HttpServer) -> None:
    session = {"Mcp-Session-Id": server.session()}

    assert message_of(server.post(PING, session)) == {"jsonrpc": "2.0", "id": 7, "result": {}}
    accepted = server.post(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}, session
    )
    assert accepted.status_code == 202
    assert accepted.content == b""


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize(
    "headers",
    [{}, {"Mcp-Session-Id": "x", "MCP-Protocol-Version": "2026-07-28"}, {"MCP-Protocol-Version": "2026-07-28"}],
)
def test_only_sessions_have_streams_and_ends(server: HttpServer, method: str, headers: dict[str, str]) -> None:
    response = server.client.request(method, server.url + "/mcp", headers={"Accept": ACCEPT, **headers})

    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"


def test_a_standing_stream_opens_unbuffered(server: HttpServer) -> None:
    headers = {"Accept": "text/event-stream", "Mcp-Session-Id": server.session()}

    with server.client.stream("GET", server.url + "/mcp", headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize("missing", ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"])
def test_a_sessionless_request_needs_its_headers(server: HttpServer, missing: str) -> None:
    headers = {
        "Accept": ACCEPT,
        "Content-Type": JSON,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "list_topics",
    }
    del headers[missing]
    params = {"name": "list_topics", "_meta": META}

    response = server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, headers)

    assert response.status_code == 400
    assert code(response) == -32020


@pytest.mark.parametrize(
    "change",
    [{"MCP-Protocol-Version": "2025-11-25"}, {"Mcp-Method": "tools/list"}, {"Mcp-Name": "search"}],
)
def test_headers_that_differ_from_the_body_are_refused(server: HttpServer, change: dict[str, str]) -> None:
    response = server.ask("tools/call", {"name": "list_topics"}, change)

    assert response.status_code == 400
    assert code(response) == -32020


def test_a_name_may_be_written_in_base64(server: HttpServer) -> None:
    response = server.ask("tools/call", {"name": "list_topics"}, {"Mcp-Name": "=?base64?bGlzdF90b3BpY3M=?="})

    assert response.status_code == 200


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"_meta": {}},
        {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}},
        {"_meta": {"io.modelcontextprotocol/clientCapabilities": {}}},
    ],
)
def test_a_sessionless_request_has_to_describe_itself(server: HttpServer, params: dict[str, Any]) -> None:
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}

    response = server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}, headers)

    assert response.status_code == 400
    assert code(response) == -32602


def test_an_unsupported_version_is_told_the_supported_ones(server: HttpServer) -> None:
    meta = {**META, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}
    headers = {"MCP-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list"}

    response = server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}, headers)

    assert response.status_code == 400
    assert code(response) == -32022
    assert response.json()["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2099-01-01"}


def test_an_unknown_method_is_not_found(server: HttpServer) -> None:
    response = server.ask("nope/nothing")

    assert response.status_code == 404
    assert code(response) == -32601


def test_invalid_params_are_a_bad_request(server: HttpServer) -> None:
    response = server.ask("tools/call", {"name": "search", "arguments": {"query": 5}})

    assert response.status_code == 400
    assert code(response) == -32602


@pytest.mark.parametrize("request_id", [7, "seven"])
def test_a_message_nested_too_deeply_for_a_session_is_refused_under_its_id(
    server: HttpServer, request_id: int | str
) -> None:
    deep: list[Any] = []
    for _ in range(300):
        deep = [deep]
    message = {
        "jsonrpc": "2.0",
        "id": request_id,
        "method": "tools/call",
        "params": {"name": "search", "arguments": deep},
    }

    response = server.post(message, {"Mcp-Session-Id": server.session()})

    assert (response.status_code, code(response)) == (400, -32600)
    assert response.json()["id"] == request_id
    assert "nested too deeply" in response.json()["error"]["message"]


def test_of_a_body_that_cannot_be_read_for_its_depth_no_id_is_known(server: HttpServer) -> None:
    body = b'{"jsonrpc":"2.0","id":7,"method":"ping","params":' + b"[" * 100_000 + b"]" * 100_000 + b"}"

    response = server.post(body, {"Mcp-Session-Id": server.session()})

    assert (response.status_code, code(response), response.json()["id"]) == (400, -32700, None)


@pytest.mark.parametrize("path", ["/mcp", "/healthz", "/api/admin/status"])
def test_a_body_over_one_mebibyte_is_refused_everywhere(server: HttpServer, path: str) -> None:
    headers = {"Accept": ACCEPT, "Content-Type": JSON}

    response = server.client.post(server.url + path, content=b" " * (1_048_576 + 1), headers=headers)

    assert response.status_code == 413


def test_a_body_of_exactly_one_mebibyte_is_read(server: HttpServer) -> None:
    assert code(server.post(b" " * 1_048_576)) == -32700


def test_the_cap_on_sessions_refuses_the_next_and_nothing_else() -> None:
    with http_server(Backend(nothing), Http(max_sessions=1)) as server:
        first = server.initialize()
        second = server.initialize()
        third = server.initialize(changes={"Host": "kb.example.lan"})
        sessionless = server.ask("tools/list")

        assert first.status_code == 200
        assert second.status_code == 429
        assert second.headers["Retry-After"] == "30"
        assert second.headers["content-type"].startswith("text/plain")
        assert "limit of concurrent sessions" in second.text
        assert third.status_code == 403
        assert sessionless.status_code == 200


WITHOUT_STREAM = {"Accept": JSON}
OTHER_BODY = {"Content-Type": "text/plain"}


def test_a_full_server_says_so_before_anything_else_about_an_initialize() -> None:
    no_parameters = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 5}}
    with http_server(Backend(nothing), Http(max_sessions=1)) as server:
        free = [server.initialize(changes=changes).status_code for changes in (WITHOUT_STREAM, OTHER_BODY)]
        free.append(server.post(no_parameters).status_code)
        assert server.initialize().status_code == 200
        full = [server.initialize(changes=changes).status_code for changes in (WITHOUT_STREAM, OTHER_BODY)]
        full.append(server.post(no_parameters).status_code)

        assert free == [406, 415, 400]
        assert full == [429, 429, 429]
        assert server.post(PING, {"Accept": JSON, "Content-Type": JSON}).status_code == 406


def test_a_refused_initialize_is_answered_under_its_id() -> None:
    with http_server(Backend(nothing), Http(max_sessions=1)) as server:
        refused = server.post({"jsonrpc": "2.0", "id": "one", "method": "initialize", "params": {}})

        assert (refused.status_code, refused.json()["id"], code(refused)) == (400, "one", -32602)


def test_the_cap_is_exact_however_many_come_at_once() -> None:
    with http_server(Backend(nothing), Http(max_sessions=5)) as server, ThreadPoolExecutor(20) as clients:
        statuses = [response.status_code for response in clients.map(lambda _: server.initialize(), range(20))]

    assert sorted(statuses) == [200] * 5 + [429] * 15


def test_a_seat_comes_back_when_its_session_ends_or_never_began() -> None:
    with http_server(Backend(nothing), Http(max_sessions=1)) as server:
        refused = server.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 5}})
        assert (refused.status_code, code(refused)) == (400, -32602)
        session = server.session()
        server.client.delete(server.url + "/mcp", headers={"Mcp-Session-Id": session})

        assert server.initialize().status_code == 200


def test_no_cap_means_any_number_of_sessions() -> None:
    with http_server(Backend(nothing), Http(max_sessions=0)) as server:
        assert [server.initialize().status_code for _ in range(5)] == [200] * 5
