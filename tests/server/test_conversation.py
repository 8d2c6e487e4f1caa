from __future__ import annotations

import mcp_types as types
import pytest
from pydantic import ValidationError

from grooveseek.server.conversation import complaint


def answer_to(line: str) -> types.JSONRPCError | None:
    with pytest.raises(ValidationError) as caught:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    answer = complaint(caught.value)
    if answer is None:
        return None
    assert isinstance(answer.message, types.JSONRPCError)
    return answer.message


def ping(value: str) -> str:
    return f'{{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {{"x": {value}}}}}\n'


@pytest.mark.parametrize(
    ("line", "request_id", "code", "told"),
    [
        ("{\n", None, types.PARSE_ERROR, "no JSON"),
        ("null\n", None, types.INVALID_REQUEST, "not one JSON-RPC 2.0 message"),
        ('{"jsonrpc": "1.0", "id": 7, "method": "ping"}\n', 7, types.INVALID_REQUEST, "not one JSON-RPC 2.0 message"),
        (ping(r'"\ud800"'), 7, types.INVALID_PARAMS, "lone surrogate"),
        (ping("[" * 300 + "]" * 300), 7, types.INVALID_REQUEST, "nested too deeply"),
        (ping(r'["\ud83d\ude00",' + "[" * 300 + "]" * 301), 7, types.INVALID_REQUEST, "nested too deeply"),
    ],
    ids=["no-json", "no-message", "other-version", "surrogate", "deep", "deep-with-an-emoji"],
)
def test_a_line_that_is_no_message_is_told_why(line: str, request_id: int | None, code: int, told: str) -> None:
    answer = answer_to(line)
    assert answer is not None
    assert (answer.id, answer.error.code) == (request_id, code)
    assert told in answer.error.message


def test_an_empty_line_is_passed_over() -> None:
    assert answer_to(" \n") is None
