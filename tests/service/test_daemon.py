from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from grooveseek.service import daemon
from grooveseek.service.daemon import Daemon, ask_daemon
from support.serving import free_port

STATUS = {"daemon": {"version": "1", "pid": 42, "uptime_secs": 7}, "kb": {"documents": 3, "model": "bge-m3"}}


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daemon, "_SECONDS", 30.0)


@contextmanager
def _answering(body: object, code: int = 200) -> Iterator[int]:
    """A server on a loopback port that gives one answer to the admin page alone."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.path == "/api/admin/status" and self.headers["Host"] == f"127.0.0.1:{port}"
            self.send_response(code if known else 404)
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    port = server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_what_an_instance_says_of_itself(host: str) -> None:
    with _answering(STATUS) as port:
        assert ask_daemon(f"{host}:{port}") == Daemon(42, 7, "bge-m3")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"daemon": {"pid": 1}, "kb": None}, Daemon(1, None, None)),
        ({"daemon": {"pid": True, "uptime_secs": "7"}, "kb": {"model": 5}}, Daemon(None, None, None)),
        ({"daemon": 1}, None),
        ([], None),
        (b"<html>", None),
        (b"\xff", None),
    ],
)
def test_an_answer_of_another_shape(body: object, said: Daemon | None) -> None:
    with _answering(body) as port:
        assert ask_daemon(f"127.0.0.1:{port}") == said


def test_a_refusal_says_nothing() -> None:
    with _answering(STATUS, 403) as port:
        assert ask_daemon(f"127.0.0.1:{port}") is None


@pytest.mark.parametrize("bind", [None, "", "localhost:80", "127.0.0.1:0", "nonsense"])
def test_an_address_that_cannot_be_asked(bind: str | None) -> None:
    assert ask_daemon(bind) is None


def test_nobody_there() -> None:
    assert ask_daemon(f"127.0.0.1:{free_port()}") is None
