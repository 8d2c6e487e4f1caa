"""The part of a model hub that fetching needs, on loopback, over a folder: FOLDER/<owner>/<name>/<file>."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@contextmanager
def running_hub(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Gives its address and the list of paths asked for so far."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_HEAD(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            self._answer()

        def _answer(self) -> None:
            path = unquote(urlsplit(self.path).path)
            asked.append(f"{self.command} {path}")
            parts = path.strip("/").split("/")
            if parts[:2] == ["api", "models"]:
                self._describe(folder / parts[2] / parts[3], "tree" in parts)
            elif "resolve" in parts:
                self._file(folder / parts[0] / parts[1] / Path(*parts[4:]))
            else:
                self._send(404, b"{}")

        def _describe(self, repository: Path, as_tree: bool) -> None:
            if not repository.is_dir():
                self._send(404, b'{"error": "Repository not found"}')
                return
            files = {path.relative_to(repository).as_posix(): path for path in repository.rglob("*") if path.is_file()}
            tree = [
                {
                    "type": "file",
                    "path": name,
                    "size": path.stat().st_size,
                    "oid": hashlib.sha1(name.encode()).hexdigest(),
                }
                for name, path in files.items()
            ]
            about = {
                "id": "/".join(repository.parts[-2:]),
                "sha": COMMIT,
                "siblings": [{"rfilename": name} for name in files],
            }
            self._send(200, json.dumps(tree if as_tree else about).encode(), {"Content-Type": "application/json"})

        def _file(self, path: Path) -> None:
            if not path.is_file():
                self._send(404, b"{}")
                return
            data = path.read_bytes()
            etag = hashlib.sha256(data).hexdigest()
            self._send(200, data, {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT})

        def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
