from __future__ import annotations

import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from support.elapsed import seconds_to_end
from support.server import stdio_child

SERVER = """
    import os, sys
    from grooveseek.config.address import parse_address
    from grooveseek.config.keys import Http
    from grooveseek.errors import GrooveError
    from grooveseek.server import tool_calls
    from grooveseek.server.backend import Backend
    from grooveseek.server.http.admin import Daemon
    from grooveseek.server.http.listener import bind
    from grooveseek.server.http.serve import serve_http

    {first}
    run = tool_calls._run

    def tell_and_run(*arguments):
        sys.stderr.write("called\\n")
        sys.stderr.flush()
        return run(*arguments)

    tool_calls._run = tell_and_run

    def open_():
        {opening}
        raise GrooveError("nothing is indexed here")

    code = serve_http(Backend(open_), bind(parse_address("127.0.0.1:0")), Http(), Daemon())
    # As the program does: taking the interpreter apart may take longer than all else.
    sys.stderr.flush()
    os._exit(code)
"""


HEADERS = {"Accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}
LIST_TOPICS = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_topics"}}


def started(opening: str = "pass", *, first: str = "pass") -> tuple[subprocess.Popen[bytes], str]:
    """A server in a process of its own, which tells when a tool is called, and its URL."""
    child = stdio_child(SERVER.format(opening=opening, first=first))
    assert child.stderr
    ready = child.stderr.readline().decode()
    assert ready.startswith("groove server ready (http transport, listening on 127.0.0.1:"), ready
    return child, "http://" + ready.rpartition(" ")[2].strip().rstrip(")")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_cleanly_although_a_stream_stands_open(number: signal.Signals) -> None:
    child, url = started()
    with child, httpx2.Client(timeout=30, trust_env=False) as client:
        session = client.post(url + "/mcp", json=INITIALIZE, headers=HEADERS).headers["Mcp-Session-Id"]
        with client.stream("GET", url + "/mcp", headers={**HEADERS, "Mcp-Session-Id": session}) as stream:
            assert stream.status_code == 200
            assert seconds_to_end(child, lambda: child.send_signal(number)) < 2
            assert child.returncode == 0

    assert child.stdout
    assert child.stdout.closed or child.stdout.read() == b""


def test_a_call_that_does_not_end_in_time_is_cut_off_in_plain_words() -> None:
    at_once = "from grooveseek.server.http import serve; serve.DRAIN_SECONDS = 0"
    child, url = started("import time; time.sleep(30)", first=at_once)
    own = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    call = {**LIST_TOPICS, "params": {"name": "list_topics", "_meta": own}}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "list_topics"}
    with child, httpx2.Client(timeout=30, trust_env=False) as client, ThreadPoolExecutor(1) as other:
        answer = other.submit(client.post, url + "/mcp", json=call, headers={**HEADERS, **headers})
        assert child.stderr
        assert child.stderr.readline() == b"called\n"
        assert seconds_to_end(child, lambda: child.send_signal(signal.SIGTERM)) < 2
        assert child.returncode == 0
        errors = child.stderr.read()

        assert answer.result().status_code == 503
        assert "the server ends" in answer.result().text
    assert b"Traceback" not in errors
    assert b"Exception" not in errors


def test_a_call_of_a_session_that_does_not_end_in_time_leaves_no_traceback() -> None:
    child, url = started("import time; time.sleep(30)")
    with child, httpx2.Client(timeout=30, trust_env=False) as client, ThreadPoolExecutor(1) as other:
        session = client.post(url + "/mcp", json=INITIALIZE, headers=HEADERS).headers["Mcp-Session-Id"]
        with_session = {**HEADERS, "Mcp-Session-Id": session}
        other.submit(client.post, url + "/mcp", json=LIST_TOPICS, headers=with_session)
        assert child.stderr
        assert child.stderr.readline() == b"called\n"
        assert seconds_to_end(child, lambda: child.send_signal(signal.SIGTERM)) < 2
        assert child.returncode == 0
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
    with child, httpx2.Client(timeout=30, trust_env=False) as client:
        with client.stream("POST", url + "/mcp", json=message, headers=headers) as stream:
            lines = stream.iter_lines()
            assert stream.headers["X-Accel-Buffering"] == "no"
            assert any("notifications/subscriptions/acknowledged" in line for line in lines)
            child.send_signal(signal.SIGTERM)
            assert any('"id":5,"result"' in line for line in lines)
        assert child.wait(30) == 0


def test_stderr_tells_of_the_signal() -> None:
    child, _ = started()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)

    assert errors == b"groove: shutdown signal received\n"
