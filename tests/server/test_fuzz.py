"""Whatever a client sends, the answer is an answer: no 5xx, no crash, no traceback."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grooveseek.server.parameters import Parameter
from grooveseek.server.prompts import PROMPTS
from grooveseek.server.schemas import TOOLS
from support.server import ACCEPT, EXAMPLE, HttpServer, backend_of, example_base, http_server, message_of

patient = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    opened = example_base(tmp_path_factory.mktemp("fuzz"))
    with http_server(backend_of(opened, best_practice_templates=("{target}.md",))) as running:
        yield running
    opened.index.close()


@pytest.fixture(autouse=True)
def silent(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing is logged as an error, so nothing crashed."""
    caplog.set_level(logging.ERROR)
    yield
    assert [record.getMessage() for record in caplog.records] == []


TEXTS = st.text(max_size=40) | st.sampled_from([*EXAMPLE, "chunking", '-"a', "*", "NEAR(", "\0", "a" * 1100, "ｱ\u3099"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def values_of(parameter: Parameter) -> st.SearchStrategy[object]:
    """Mostly of the right type, sometimes anything."""
    match parameter.kind:
        case "string":
            right: st.SearchStrategy[object] = TEXTS | st.sampled_from(["all_chunks", "centroid", "2026-01-01"])
        case "integer":
            right = st.integers() | st.integers(0, 3)
        case "number":
            right = st.floats(allow_nan=False) | st.floats(0, 1)
        case "boolean":
            right = st.booleans()
        case "strings":
            right = st.lists(TEXTS, max_size=4) | st.lists(st.just("t"), min_size=65, max_size=65)
        case "string lists":
            right = st.dictionaries(TEXTS, st.lists(TEXTS, max_size=2), max_size=3)
    return right | right | right | JSON


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    tool = draw(st.sampled_from([tool for tool in TOOLS if tool.read_only]))
    wanted = {parameter.name: values_of(parameter) for parameter in tool.parameters}
    required = {parameter.name: wanted.pop(parameter.name) for parameter in tool.parameters if parameter.required}
    return tool.name, draw(st.fixed_dictionaries(required, optional=wanted))


@patient
@given(calls())
def test_any_arguments(server: HttpServer, call: tuple[str, dict[str, object]]) -> None:
    name, arguments = call

    response = server.ask("tools/call", {"name": name, "arguments": arguments})

    assert response.status_code in (200, 400)
    message = message_of(response)
    if response.status_code == 400:
        assert message["error"]["code"] == -32602
    else:
        (block,) = message["result"]["content"]
        assert "internal error" not in block["text"]
        assert message["result"]["isError"] == block["text"].startswith('{\n  "error":')


HEADERS = st.dictionaries(
    st.sampled_from(
        [
            "Accept",
            "Content-Type",
            "Host",
            "Origin",
            "Mcp-Session-Id",
            "MCP-Protocol-Version",
            "Mcp-Method",
            "Mcp-Name",
            "Last-Event-ID",
            "Mcp-Param-Query",
        ]
    ),
    st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=30)
    | st.sampled_from(
        [
            "application/json, text/event-stream",
            "application/json",
            "*/*",
            "2026-07-28",
            "2025-11-25",
            "tools/call",
            "localhost",
            "null",
            "http://localhost",
            "=?base64?####?=",
        ]
    ),
    max_size=6,
)


def raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.strip().encode("latin-1")) for name, value in headers.items()]


BODIES = st.binary(max_size=60) | st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | JSON},
    optional={
        "id": st.integers() | JSON,
        "method": st.sampled_from(["initialize", "tools/call", "tools/list", "ping", "resources/read"]) | JSON,
        "params": JSON | st.fixed_dictionaries({"_meta": JSON, "name": JSON}),
    },
)


@patient
@given(HEADERS, BODIES)
def test_any_headers_and_bodies(server: HttpServer, headers: dict[str, str], body: object) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    usual = {"Accept": ACCEPT, "Content-Type": "application/json"}

    response = server.client.post(server.url + "/mcp", content=content, headers=raw({**usual, **headers}))

    assert response.status_code < 500


@patient
@given(st.sampled_from(["GET", "POST", "DELETE", "PUT"]), st.sampled_from(["/healthz", "/api/admin/status"]), HEADERS)
def test_any_headers_on_the_other_routes(server: HttpServer, method: str, path: str, headers: dict[str, str]) -> None:
    assert server.client.request(method, server.url + path, headers=raw(headers)).status_code < 500


@patient
@given(st.text(max_size=60) | st.builds("kb://doc/{}".format, TEXTS) | st.builds("kb://topic/{}".format, TEXTS))
def test_any_uri(server: HttpServer, uri: str) -> None:
    name = "=?base64?" + base64.b64encode(uri.encode()).decode() + "?="

    response = server.ask("resources/read", {"uri": uri}, {"Mcp-Name": name})

    assert response.status_code in (200, 400)


@patient
@given(
    st.sampled_from([prompt.name for prompt in PROMPTS]), st.dictionaries(TEXTS | st.just("topic"), JSON, max_size=2)
)
def test_any_prompt_arguments(server: HttpServer, name: str, arguments: dict[str, object]) -> None:
    assert server.ask("prompts/get", {"name": name, "arguments": arguments}).status_code in (200, 400)
