from __future__ import annotations

import io

import pytest

from grooveseek.server.stdin import Lines


def read(line: str) -> str:
    return Lines(io.BytesIO(line.encode()), encoding="utf-8").readline()


@pytest.mark.parametrize(
    "line",
    [
        '{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n',
        '{"jsonrpc": "2.0", "id": "a", "method": "ping"}\n',
        '{"jsonrpc": "2.0", "method": "notifications/x", "params": {"id": null}}\n',
        '{"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "parse error"}}\n',
        '{"id": null\n',
        "\n",
        "",
    ],
)
def test_lines_stay_as_they_are(line: str) -> None:
    assert read(line) == line


@pytest.mark.parametrize("request_id", ["null", "[1]", "{}", "false", "1.5", "-2e1"])
def test_a_request_with_an_impossible_id_reads_as_no_message(request_id: str) -> None:
    assert read(f'{{"jsonrpc": "2.0", "id" : {request_id}, "method": "ping"}}\n') == "null\n"
