"""The thread that follows: nothing ends it but a stop."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from grooveseek.errors import ConfigError
from grooveseek.indexing.lock import lock_path
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.watcher import worker
from grooveseek.indexing.watcher.lines import Voice
from grooveseek.indexing.watcher.mailbox import Mailbox, Scan
from grooveseek.indexing.watcher.subject import Subject
from grooveseek.indexing.watcher.worker import Worker
from support.indexing import Base
from support.models import GivenModels, HashEmbedder

_NOTE = "# Note\n\nSomething worth finding again, written down in the morning.\n"


@dataclass
class _Working:
    base: Base
    mailbox: Mailbox = field(default_factory=Mailbox)
    lines: list[str] = field(default_factory=list)
    schema: str | None = None
    """Why the options cannot be told; None where they can."""
    models: Any = None

    def options(self) -> IndexOptions:
        if self.schema:
            raise ConfigError(self.schema)
        return self.base.options()

    @contextmanager
    def running(self, reconcile_seconds: float = 3600.0) -> Iterator[None]:
        stop = threading.Event()
        subject = Subject(self.base.kb, self.base.index, self.models or GivenModels(self.base.embedder), self.options)
        made = Worker(subject, self.mailbox, Voice(self.lines.append), stop)
        thread = threading.Thread(target=made.work, args=(reconcile_seconds,))
        thread.start()
        try:
            yield
        finally:
            stop.set()
            self.mailbox.close()
            thread.join(20)
        assert not thread.is_alive()

    def wait_until_found(self, phrase: str) -> None:
        self._wait_for(lambda: bool(self.base.found(phrase)))

    def wait_until_said(self) -> None:
        """And some time longer, in which nothing is said twice."""
        self._wait_for(lambda: bool(self.lines))
        time.sleep(0.3)

    def _wait_for(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + 40
        while not holds():
            assert time.monotonic() < until, self.lines
            time.sleep(0.02)


@pytest.fixture
def working(base: Base, monkeypatch: pytest.MonkeyPatch) -> _Working:
    monkeypatch.setattr(worker, "_RETRY_SECONDS", 0.05)
    base.write({"a.md": _NOTE})
    base.run()
    return _Working(base)


def test_a_schema_that_cannot_be_read_is_waited_for(working: _Working) -> None:
    working.schema = "schema load error: groove-schema.toml: nonsense"
    with working.running():
        working.base.write({"a.md": _NOTE + "\nan addition\n"})
        working.mailbox.put({"a.md": False})
        working.wait_until_said()
        assert working.lines == ["watcher: update waits: schema load error: groove-schema.toml: nonsense"]
        working.schema = None
        working.wait_until_found("an addition")


def test_a_model_that_text_needs_is_waited_for(working: _Working) -> None:
    @dataclass
    class Late:
        embedder_given: HashEmbedder | None = None

        def embedder(self) -> HashEmbedder | None:
            return self.embedder_given

        def reranker(self) -> None:
            return None

    working.base.settings = {"words_first": False}
    late = working.models = Late()
    with working.running():
        working.base.write({"a.md": _NOTE + "\nan addition\n"})
        working.mailbox.put({"a.md": False})
        working.wait_until_said()
        assert working.lines == ["watcher: update waits: the embedding model is not loaded yet"]
        late.embedder_given = HashEmbedder()
        working.wait_until_found("an addition")
    with working.base.index.snapshot() as snapshot:
        assert snapshot.stats().pending == 0


def test_an_index_that_another_model_made_meanwhile_is_not_touched(working: _Working) -> None:
    working.base.embedder = HashEmbedder(dimension=32, identity="other")
    working.base.run(force=True)
    working.base.embedder = HashEmbedder()
    with working.running():
        for number in range(2):
            working.base.write({"a.md": f"{_NOTE}\naddition {number}\n"})
            working.mailbox.put({"a.md": False})
            working.wait_until_said()
    assert len(working.lines) == 1
    assert working.lines[0].startswith("watcher: update failed: the index was built with other")
    assert working.base.found("addition") == []


def test_a_look_at_everything_comes_by_itself_now_and_then(working: _Working) -> None:
    with working.running(reconcile_seconds=0.1):
        working.base.write({"b.md": "# B\n\nA note that no event told of, long enough to be one.\n"})
        working.wait_until_found("no event told of")
    assert working.base.found("no event told of") == ["A note that no event told of, long enough to be one."]


@pytest.mark.timeout(120)
def test_another_process_gets_its_turn_between_two_turns_of_vectors(
    working: _Working, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "TURN_SECONDS", 0.0)
    monkeypatch.setattr("grooveseek.indexing.vectors.BATCH_CHUNKS", 1)

    class Slow(HashEmbedder):
        def embed_documents(self, texts: Any) -> Any:
            time.sleep(0.1)
            return super().embed_documents(texts)

    working.base.embedder = Slow()
    working.base.write({f"{number}.md": f"{_NOTE}\nnumber {number}\n" for number in range(100)})
    working.mailbox.put_scan(Scan.CAUTIOUS)
    with working.running():
        working.wait_until_found("number 99")
        command = "import sys; from pathlib import Path; from grooveseek.indexing.lock import Patience, held\n"
        command += "with held(Path(sys.argv[1]), Patience(40)): print('turn')"
        lock = str(lock_path(working.base.kb.index_path))
        assert (
            subprocess.run([sys.executable, "-c", command, lock], capture_output=True, timeout=50).stdout == b"turn\n"
        )
        with working.base.index.snapshot() as snapshot:
            assert snapshot.stats().pending > 0
