from __future__ import annotations

import json
import signal
import subprocess
import time
from typing import Any

import pytest

from support.elapsed import seconds_to_end
from support.server import INITIALIZE, INITIALIZED, call_line, exchange, line, stdio_child

SERVER = """
    import sys
    from grooveseek.errors import GrooveError
    from grooveseek.server.backend import Backend
    from grooveseek.server.stdio import serve_stdio

    {first}

    def open_():
        {opening}
        raise GrooveError("nothing is indexed here")

    sys.exit(serve_stdio(Backend(open_)))
"""


PATIENT = (
    "from grooveseek.server import ending, stdio_session; "
    "ending.GRACE_SECONDS = stdio_session.LAST_ANSWERS_SECONDS = 40"
)
"""However long the answers take, the server waits for them."""


def server(opening: str = "pass", *, first: str = "pass") -> subprocess.Popen[bytes]:
    return stdio_child(SERVER.format(opening=opening, first=first))


def messages(output: bytes) -> dict[Any, dict[str, Any]]:
    """Every line of stdout by its id; each has to be one JSON-RPC message."""
    found = [json.loads(text) for text in output.splitlines()]
    assert all(message["jsonrpc"] == "2.0" for message in found)
    return {message.get("id"): message for message in found}


def test_the_end_of_stdin_before_anything_ends_the_server() -> None:
    with server() as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        assert child.stderr.readline() == b"groove server ready (stdio transport)\n"

        assert seconds_to_end(child, child.stdin.close) < 2
        assert child.returncode == 0
        assert child.stdout.read() == b""


def test_requests_that_came_before_the_end_of_stdin_are_answered() -> None:
    sent = [INITIALIZE, INITIALIZED, line("tools/list", request_id=2), call_line("list_topics", request_id=3)]

    output, _ = server(first=PATIENT).communicate(b"".join(sent), timeout=50)

    answers = messages(output)
    assert answers[1]["result"]["serverInfo"]["name"] == "grooveseek"
    assert len(answers[2]["result"]["tools"]) == 6
    assert json.loads(answers[3]["result"]["content"][0]["text"]) == {"error": "nothing is indexed here"}
    assert answers[3]["result"]["isError"] is True


def test_stdout_carries_nothing_but_messages_whatever_libraries_print() -> None:
    noise = (
        "import ctypes, os; print('from python'); sys.stdout.write('unflushed'); os.write(1, b'from the system'); "
        "ctypes.CDLL(None).printf(b'from a library'); os.system('echo from a child')"
    )
    sent = [INITIALIZE, INITIALIZED, call_line("list_topics", request_id=2)]

    output, errors = exchange(server(noise), b"".join(sent), 2)

    assert messages(output).keys() == {1, 2}
    for words in (b"from python", b"unflushed", b"from the system", b"from a library", b"from a child"):
        assert words in errors


def test_a_crash_while_opening_is_an_answer_and_no_traceback() -> None:
    sent = [INITIALIZE, INITIALIZED, call_line("list_topics", request_id=2), line("ping", request_id=3)]

    output, errors = exchange(server("raise ZeroDivisionError"), b"".join(sent), 3)

    answers = messages(output)
    assert "internal error (ZeroDivisionError)" in answers[2]["result"]["content"][0]["text"]
    assert answers[3]["result"] == {}
    assert b"Traceback" not in errors


def test_what_is_no_message_is_answered_and_empty_lines_are_not() -> None:
    output, _ = exchange(server(), b"nonsense\n\n[1]\n" + INITIALIZE, 3)

    answers = [json.loads(text) for text in output.splitlines()]
    assert [answer["error"]["code"] for answer in answers if answer["id"] is None] == [-32700, -32600]
    assert len(answers) == 3


IMPOSSIBLE_IDS = ("null", "[1]", '{"a": 1}', "true", "1.5", "1e3")


@pytest.mark.parametrize("request_id", IMPOSSIBLE_IDS)
def test_a_request_with_an_impossible_id_is_answered_although_it_cannot_be_named(request_id: str) -> None:
    ping = f'{{"jsonrpc": "2.0", "method": "ping", "id": {request_id}}}\n'

    output, _ = exchange(server(), INITIALIZE + INITIALIZED + ping.encode() + line("ping", request_id=2), 3)

    answers = messages(output)
    assert answers[None]["error"]["code"] == -32600
    assert answers[2]["result"] == {}


def test_ids_within_a_message_are_not_its_id() -> None:
    progress = line("notifications/progress", {"progressToken": "id", "progress": 1, "id": None}, request_id=None)

    output, _ = exchange(server(), INITIALIZE + INITIALIZED + progress + line("ping", request_id=2), 2)

    assert messages(output).keys() == {1, 2}


def test_what_cannot_be_processed_is_refused_under_its_id() -> None:
    surrogate = b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"x": "\\ud800"}}\n'
    positional = b'{"jsonrpc": "2.0", "id": 8, "method": "ping", "params": [1]}\n'

    output, _ = exchange(server(), INITIALIZE + INITIALIZED + surrogate + positional, 3)

    answers = messages(output)
    assert answers[7]["error"]["code"] == -32602
    assert "surrogate" in answers[7]["error"]["message"]
    assert answers[8]["error"]["code"] == -32600


def test_nothing_of_the_process_reads_what_the_client_wrote() -> None:
    reading = "import os; print('a child read', os.popen('cat').read(), 'and', os.read(0, 9))"
    sent = [INITIALIZE, INITIALIZED, call_line("list_topics", request_id=2), line("ping", request_id=3)]

    output, errors = exchange(server(reading), b"".join(sent), 3)

    assert messages(output).keys() == {1, 2, 3}
    assert b"a child read  and b''" in errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_although_stdin_stays_open(number: signal.Signals) -> None:
    with server() as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write(INITIALIZE)
        child.stdin.flush()
        child.stdout.readline()

        assert seconds_to_end(child, lambda: child.send_signal(number)) < 2
        assert child.returncode == 0


def test_the_server_ends_in_time_in_the_middle_of_work_that_cannot_be_stopped() -> None:
    with server("import time; time.sleep(30)") as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write(INITIALIZE + INITIALIZED + call_line("list_topics", request_id=2))
        child.stdin.flush()
        child.stdout.readline()
        time.sleep(0.3)

        assert seconds_to_end(child, child.stdin.close) < 2
        assert child.returncode == 0


def test_a_client_that_is_gone_in_the_middle_of_a_call_ends_the_server_quietly() -> None:
    with server("import time; time.sleep(0.3)") as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(INITIALIZE + INITIALIZED + call_line("list_topics", request_id=2))
        child.stdin.flush()
        child.stdout.readline()
        child.stdout.close()
        time.sleep(0.6)
        child.stdin.close()

        assert child.wait(30) == 0
        errors = child.stderr.read()

    assert b"Traceback" not in errors
    assert b"Error" not in errors
