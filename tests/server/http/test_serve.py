from __future__ import annotations

import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from support.server import stdio_child

SERVER = """
    import sys
    from grooveseek.config.address import parse_address
    from grooveseek.config.keys import Http
    from grooveseek.errors import GrooveError
    from grooveseek.server.backend import Backend
    from grooveseek.server.http.admin import Daemon
    from grooveseek.server.http.listener import bind
    from grooveseek.server.http.serve import serve_http

    def open_():
        {opening}
        raise GrooveError("nothing is indexed here")

    sys.exit(serve_http(Backend(open_), bind(parse_address("127.0.0.1:0")), Http(), Daemon()))
"""


HEADERS = {"Accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}
LIST_TOPICS = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_topics"}}


def started(opening: str = "pass") -> tuple[subprocess.Popen[bytes], str]:
    """A server in a process of its own, and its URL."""
    child = stdio_child(SERVER.format(opening=opening))
    assert child.stderr
    ready = child.stderr.readline().decode()
    assert ready.startswith("groove server ready (http transport, listening on 127.0.0.1:"), ready
    return child, "http://" + ready.rpartition(" ")[2].strip().rstrip(")")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_cleanly_although_a_stream_stands_open(number: signal.Signals) -> None:
    child, url = started()
    with child, httpx2.Client(trust_env=False) as client:
        session = client.post(url + "/mcp", json=INITIALIZE, headers=HEADERS).headers["Mcp-Session-Id"]
        with client.stream("GET", url + "/mcp", headers={**HEADERS, "Mcp-Session-Id": session}) as stream:
            assert stream.status_code == 200
            asked = time.monotonic()
            child.send_signal(number)
            assert child.wait(5) == 0

    assert time.monotonic() - asked < 2
    assert child.stdout
    assert child.stdout.closed or child.stdout.read() == b""


def test_a_call_that_does_not_end_in_time_is_cut_off_in_plain_words() -> None:
    child, url = started("import time; time.sleep(30)")
    own = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    call = {**LIST_TOPICS, "params": {"name": "list_topics", "_meta": own}}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "list_topics"}
    with child, httpx2.Client(trust_env=False) as client, ThreadPoolExecutor(1) as other:
        answer = other.submit(client.post, url + "/mcp", json=call, headers={**HEADERS, **headers})
        time.sleep(0.5)
        asked = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(5) == 0
        assert time.monotonic() - asked < 2
        assert child.stderr
        errors = child.stderr.read()

        assert answer.result().status_code == 503
        assert "the server ends" in answer.result().text
    assert b"Traceback" not in errors
    assert b"Exception" not in errors


def test_a_call_of_a_session_that_does_not_end_in_time_leaves_no_traceback() -> None:
    child, url = started("import time; time.sleep(30)")
    with child, httpx2.Client(trust_env=False) as client, ThreadPoolExecutor(1) as other:
        session = client.post(url + "/mcp", json=INITIALIZE, headers=HEADERS).headers["Mcp-Session-Id"]
        with_session = {**HEADERS, "Mcp-Session-Id": session}
        other.submit(client.post, url + "/mcp", json=LIST_TOPICS, headers=with_session)
        time.sleep(0.5)
        asked = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(5) == 0
        assert time.monotonic() - asked < 2
        assert child.stderr
        errors = child.stderr.read()

    assert b"Traceback" not in errors
    assert b"Exception" not in errors


def test_a_listener_is_told_that_its_stream_ends() -> None:
    child, url = started()
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"notifications": {"resourcesListChanged": True}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 5, "method": "subscriptions/listen", "params": params}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "subscriptions/listen",
    }
    with child, httpx2.Client(trust_env=False) as client:
        with client.stream("POST", url + "/mcp", json=message, headers=headers) as stream:
            lines = stream.iter_lines()
            assert stream.headers["X-Accel-Buffering"] == "no"
            assert any("notifications/subscriptions/acknowledged" in line for line in lines)
            child.send_signal(signal.SIGTERM)
            assert any('"id":5,"result"' in line for line in lines)
        assert child.wait(5) == 0


def test_stderr_tells_of_the_signal() -> None:
    child, _ = started()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=5)

    assert errors == b"groove: shutdown signal received\n"
