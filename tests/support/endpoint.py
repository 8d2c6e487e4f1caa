"""The misbehaving endpoint as tests see it."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grooveseek.models.http.provider import HttpEmbedder
from grooveseek.models.http.retry import Clock
from grooveseek.models.http.settings import HttpSettings
from support.endpoint_server import vector

DIMENSION = 4


@dataclass
class Waits:
    """A clock that records waits instead of waiting; chance is always one half."""

    now: float = 1_800_000_000.0
    """Fri, 15 Jan 2027 08:00:00 GMT."""
    waited: list[float] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        return Clock(sleep=self.waited.append, now=lambda: self.now, chance=lambda: 0.5)


@dataclass(frozen=True)
class Endpoint:
    port: int
    opened: list[HttpEmbedder] = field(default_factory=list)
    """Embedders made so far, for whoever has to close them."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1/embeddings"

    def will(self, *behaviours: dict[str, Any]) -> None:
        """What the next requests meet; forgets earlier requests."""
        data = json.dumps(behaviours).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/script", data) as answer:
            answer.read()

    @property
    def requests(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/log") as answer:
            seen: list[dict[str, Any]] = json.load(answer)
        return seen

    @property
    def sizes(self) -> list[int]:
        """Inputs of each request."""
        return [len(request["body"]["input"]) for request in self.requests]

    def embedder(self, waits: Waits | None = None, **settings: Any) -> HttpEmbedder:
        given = {"document_model": "document-model", "query_model": "query-model", "dimension": DIMENSION, **settings}
        embedder = HttpEmbedder(HttpSettings(self.url, **given), (waits or Waits()).clock)
        self.opened.append(embedder)
        return embedder


@contextmanager
def running_endpoint() -> Iterator[Endpoint]:
    server = Path(__file__).with_name("endpoint_server.py")
    process = subprocess.Popen([sys.executable, server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdin
    try:
        yield Endpoint(int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()


def unit(text: str) -> NDArray[np.float64]:
    """The unit-length vector the endpoint means for a text."""
    values = np.array(vector(text, DIMENSION))
    scaled: NDArray[np.float64] = values / np.linalg.norm(values)
    return scaled
