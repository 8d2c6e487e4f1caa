"""A `groove serve` that runs while a test talks to it."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.cli import GROOVE, User


@dataclass
class Server:
    process: subprocess.Popen[str]
    said: list[str]
    """Lines of standard error up to the one that says it is ready, or to its end."""

    @property
    def address(self) -> str | None:
        """Where it listens, None for stdio or a server that did not start."""
        found = re.search(r"listening on ([0-9.:\[\]a-f]+)", "".join(self.said))
        return found[1] if found else None

    def get(self, path: str) -> int:
        """The HTTP status of a GET request."""
        assert self.address
        connection = http.client.HTTPConnection(self.address, timeout=30)
        connection.request("GET", path)
        status = connection.getresponse().status
        connection.close()
        return status

    def interrupt(self) -> int:
        """The exit code after an interrupt."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@contextmanager
def serving(user: User, *words: str | Path) -> Iterator[Server]:
    """`groove serve WORDS`, read until it is ready or has ended; stopped at the end of the block."""
    process = subprocess.Popen(
        [GROOVE, "serve", "--no-watch", *words],
        cwd=user.cwd,
        env=user.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield Server(process, list(_until_ready(process)))
    finally:
        process.kill()
        process.communicate()


def _until_ready(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stderr
    for line in process.stderr:
        yield line
        if "server ready" in line:
            return
    process.wait(20)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    assert isinstance(port, int)
    return port
