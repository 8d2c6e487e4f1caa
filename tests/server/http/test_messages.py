from __future__ import annotations

import json

import pytest

from grooveseek.server.http.messages import Fault, claims_version, is_too_deep, read_message


@pytest.mark.parametrize(
    "body",
    [b"", b"nonsense", b"{", b"\xff\xfe{}", b"[" * 100_000, b"9" * 10_000],
)
def test_what_is_no_json_is_a_parse_error(body: bytes) -> None:
    fault = read_message(body)

    assert isinstance(fault, Fault)
    assert fault.code == -32700


@pytest.mark.parametrize(
    "message",
    [
        [],
        [{"jsonrpc": "2.0", "id": 1, "method": "ping"}],
        1,
        "text",
        None,
        {},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
        {"jsonrpc": "2.0", "id": True, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1, "method": 7},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []},
    ],
)
def test_what_is_not_one_message_is_an_invalid_request(message: object) -> None:
    fault = read_message(json.dumps(message).encode())

    assert isinstance(fault, Fault)
    assert fault.code == -32600


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": "a", "method": "ping", "params": {"x": "\U0001f600"}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ],
)
def test_one_message_of_any_kind_is_read(message: dict[str, object]) -> None:
    assert read_message(json.dumps(message).encode()) == message


def test_an_escaped_pair_of_surrogates_is_a_character() -> None:
    message = read_message(b'{"jsonrpc":"2.0","method":"x","params":{"q":"\\ud83d\\ude00"}}')

    assert not isinstance(message, Fault)
    assert message["params"] == {"q": "😀"}


@pytest.mark.parametrize(
    ("body", "request_id"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"x","params":{"q":"\\ud800"}}', 7),
        (b'{"jsonrpc":"2.0","id":"a","method":"x","params":{"\\uDFFF":1}}', "a"),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"x"}', None),
        (b'{"jsonrpc":"2.0","method":"\\ud800"}', None),
    ],
)
def test_a_lone_surrogate_is_refused_under_the_id_of_its_request(body: bytes, request_id: object) -> None:
    fault = read_message(body)

    assert isinstance(fault, Fault)
    assert (fault.code, fault.request_id) == (-32602, request_id)


def test_an_invalid_request_is_refused_under_its_id_where_it_has_one() -> None:
    fault = read_message(b'{"jsonrpc":"2.0","id":9,"method":"ping","params":[1]}')

    assert isinstance(fault, Fault)
    assert (fault.code, fault.request_id) == (-32600, 9)


def test_only_requests_that_describe_themselves_claim_a_version() -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}

    assert claims_version({"method": "tools/list", "params": {"_meta": meta}})
    assert not claims_version({"method": "initialize", "params": {"_meta": meta}})
    assert not claims_version({"method": "tools/list", "params": {"_meta": {"progressToken": 1}}})
    assert not claims_version({"method": "tools/list"})


@pytest.mark.parametrize(("depth", "too_deep"), [(1, False), (150, False), (300, True), (900, True)])
def test_how_deep_a_session_reads(depth: int, too_deep: bool) -> None:
    body = b'{"id":1,"params":{"x":' + b"[" * depth + b"]" * depth + b"}}"

    assert is_too_deep(body) is too_deep


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1" * 400, "1e999", r'"\ud83d\ude00"', '{"a":1,"a":2}'])
def test_nothing_else_that_can_be_read_is_taken_for_deep(value: str) -> None:
    body = f'{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":{value}}}}}'.encode()

    assert not isinstance(read_message(body), Fault)
    assert not is_too_deep(body)
