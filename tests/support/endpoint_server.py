"""An embedding endpoint that misbehaves on demand: a process of its own on loopback.

POST /script sets what the next requests meet, one behaviour each; afterwards, and by default, it behaves. GET /log
gives the requests so far. Any other POST is taken for an embedding request.

A behaviour is an object with any of: `status`, `headers`, `body` (text sent as it is), `delay` (seconds before the
status line), `body_delay` (seconds between head and body), `drop` (close before the status line), `break_off` (close in
the middle of the body), `endless` (a body without end), `change` (a Python expression over the list of items `data`).
An input that holds TOO-LARGE is answered 413 whatever the script says.
"""

from __future__ import annotations

import json
import sys
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

script: list[dict[str, Any]] = []
log: list[dict[str, Any]] = []


def vector(text: str, dimension: int) -> list[float]:
    """Not of unit length, different for different texts."""
    return [float((zlib.crc32(f"{place}:{text}".encode()) % 2000) - 1000) for place in range(dimension)]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    dimension = 4

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._send(200, {}, json.dumps(log))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/script":
            script[:] = body
            log.clear()
            self._send(200, {}, "[]")
            return
        log.append({"path": self.path, "headers": dict(self.headers), "body": body})
        behaviour = script.pop(0) if script else {}
        if any("TOO-LARGE" in text for text in body["input"]):
            behaviour = {"status": 413, "body": "input is too large"}
        self._behave(behaviour, body)

    def _behave(self, behaviour: dict[str, Any], request: dict[str, Any]) -> None:
        time.sleep(behaviour.get("delay", 0))
        if behaviour.get("drop"):
            self.close_connection = True
            self.connection.close()
            return
        data = [
            {"index": place, "embedding": vector(text, self.dimension)} for place, text in enumerate(request["input"])
        ]
        data.reverse()  # the order of the answer is not the order of the inputs
        if "change" in behaviour:
            data = eval(behaviour["change"], {"data": data})
        body = behaviour.get("body", json.dumps({"object": "list", "data": data, "model": request["model"]}))
        self._send(behaviour.get("status", 200), behaviour.get("headers", {}), body, behaviour)

    def _send(self, status: int, headers: dict[str, str], body: str, behaviour: dict[str, Any] | None = None) -> None:
        behaviour = behaviour or {}
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if behaviour.get("endless"):
            self.send_header("Connection", "close")
            self.end_headers()
            self._endless()
            return
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if behaviour.get("break_off"):
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            self.close_connection = True
            self.connection.close()
            return
        time.sleep(behaviour.get("body_delay", 0))
        try:
            self.wfile.write(data)
        except OSError:
            self.close_connection = True

    def _endless(self) -> None:
        try:
            while True:
                self.wfile.write(b" " * 65536)
        except OSError:
            self.close_connection = True


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    sys.stdin.close()
    server.serve_forever()
