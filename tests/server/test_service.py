from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from grooveseek.models.protocol import Vector
from support.models import GivenModels, HashEmbedder
from support.server import HttpServer, backend_of, example_base, http_server, message_of


@dataclass
class SlowEmbedder(HashEmbedder):
    """Embeds no query before it is told to."""

    go_on: threading.Event = field(default_factory=threading.Event)

    def embed_query(self, text: str) -> Vector:
        assert self.go_on.wait(50)
        return super().embed_query(text)


def answered(server: HttpServer, tool: str, arguments: dict[str, object]) -> bool:
    result = message_of(server.ask("tools/call", {"name": tool, "arguments": arguments}))["result"]
    return not result["isError"]


def test_searches_that_queue_keep_neither_reads_nor_walks_waiting(tmp_path: Path) -> None:
    opened, embedder = example_base(tmp_path), SlowEmbedder()
    with http_server(backend_of(replace(opened, models=GivenModels(embedder)))) as server:
        most = int(server.service.lanes["search"].total_tokens) + 4
        with ThreadPoolExecutor(most) as clients:
            searches = [clients.submit(answered, server, "search", {"query": "chunking"}) for _ in range(most)]
            while server.service.lanes["search"].available_tokens:
                assert not any(search.done() for search in searches)
                time.sleep(0.01)

            assert answered(server, "get_document", {"path": "readme.md"})
            assert answered(server, "list_topics", {})
            assert answered(server, "get_connection_graph", {"start": "readme.md"})
            assert not any(search.done() for search in searches)
            embedder.go_on.set()
            assert all(search.result() for search in searches)
    opened.index.close()
