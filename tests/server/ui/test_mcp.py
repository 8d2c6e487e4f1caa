from __future__ import annotations

import json

import pytest
from selenium.webdriver import Chrome

from support.browser import evaluated, needs_chromium

pytestmark = needs_chromium

REPLY = {"jsonrpc": "2.0", "id": 7, "result": {"content": []}}
NOTE = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"id": 7}}
READ = (
    "(() => { try { return messageOf(arguments[0], 7); } catch (failure) { return String(failure.message); } })"
    ".apply(null, arguments)"
)


def read(driver: Chrome, text: str, media_type: str, status: int = 200) -> object:
    reply = {"status": status, "type": media_type, "text": text}
    return evaluated(driver, ["mcp"], f"((...given) => {READ.replace('arguments', 'given')})(...arguments)", reply)


@pytest.mark.parametrize(
    "stream",
    [
        "data: {reply}\n\n",
        "event: message\r\ndata: {reply}\r\n\r\n",
        ": keep-alive\n\nid: 1\ndata:\n\ndata: {note}\n\nevent: message\ndata:{reply}\n\n",
        "data: {note}\n\ndata: {reply}",
    ],
)
def test_the_reply_is_found_in_a_stream(driver: Chrome, stream: str) -> None:
    text = stream.replace("{reply}", json.dumps(REPLY)).replace("{note}", json.dumps(NOTE))

    assert read(driver, text, "text/event-stream; charset=utf-8") == REPLY


def test_data_over_several_lines_is_one_message(driver: Chrome) -> None:
    text = "".join(f"data: {line}\n" for line in json.dumps(REPLY, indent=1).splitlines()) + "\n"

    assert read(driver, text, "text/event-stream") == REPLY


def test_the_reply_is_the_message_in_json(driver: Chrome) -> None:
    assert read(driver, json.dumps(REPLY), "application/json") == REPLY


def test_an_error_without_an_id_belongs_to_the_request(driver: Chrome) -> None:
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no"}}

    assert read(driver, json.dumps(error), "application/json", 400) == error


@pytest.mark.parametrize("text", ["Too Large", "", "<html>", "{}"])
def test_anything_else_is_told_with_its_status(driver: Chrome, text: str) -> None:
    assert read(driver, text, "text/plain", 413) == f"HTTP 413: {text}"
