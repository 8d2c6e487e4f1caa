"""Waiting chunks get their vectors, each batch committed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from grooveseek.errors import ModelError
from grooveseek.indexing import pace, vectors
from grooveseek.indexing.begin import begin_update
from grooveseek.indexing.state import CancelledError
from grooveseek.indexing.vectors import embed_pending
from grooveseek.models.protocol import Matrix
from support.indexing import Base, Recorder
from support.models import HashEmbedder


@dataclass
class _Absent(HashEmbedder):
    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        raise ModelError("not now")


@dataclass
class _Stopping(HashEmbedder):
    """Somebody asks to stop while it works."""

    stop: threading.Event = field(default_factory=threading.Event)

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        self.stop.set()
        return super().embed_documents(texts)


@pytest.fixture
def waiting(base: Base, monkeypatch: pytest.MonkeyPatch) -> Base:
    """Ten chunks without a vector; batches hold four."""
    monkeypatch.setattr(vectors, "BATCH_CHUNKS", 4)
    # No batch is cut short by a machine that is busy with other things.
    monkeypatch.setattr(vectors, "BATCH_SECONDS", 60.0)
    base.embedder = _Absent()
    base.write({f"{number}.md": f"# Note {number}\n\nA few sentences about number {number}.\n" for number in range(10)})
    with pytest.raises(ModelError):
        base.run()
    base.embedder = HashEmbedder()
    return base


def in_steps_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "usable_cores", lambda: 3)
    monkeypatch.setattr(pace, "SHORT_SECONDS", 0.0)


def _counts(base: Base) -> tuple[int, int]:
    with base.index.snapshot() as snapshot:
        stats = snapshot.stats()
    return stats.vectors, stats.pending


def test_each_batch_is_committed_before_the_next(waiting: Base) -> None:
    report = Recorder()
    run = begin_update(waiting.kb, waiting.index, waiting.options(), report)
    seen = [(done, _counts(waiting)) for done in embed_pending(run, waiting.embedder)]
    assert seen == [(4, (4, 6)), (8, (8, 2)), (10, (10, 0))]
    assert report.steps == [("vectors", 4, 10), ("vectors", 8, 10), ("vectors", 10, 10)]


def test_news_comes_between_commits(waiting: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    in_steps_of_three(monkeypatch)
    report = Recorder()
    run = begin_update(waiting.kb, waiting.index, waiting.options(), report)
    assert list(embed_pending(run, waiting.embedder)) == [4, 8, 10]
    assert [done for _, done, _ in report.steps] == [3, 4, 7, 8, 10]


def test_steps_grow_with_a_fast_model(waiting: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH_CHUNKS", 128)
    monkeypatch.setattr(vectors, "usable_cores", lambda: 1)
    monkeypatch.setattr(pace, "SHORT_SECONDS", 60.0)
    report = Recorder()
    run = begin_update(waiting.kb, waiting.index, waiting.options(), report)
    assert list(embed_pending(run, waiting.embedder)) == [10]
    assert [done for _, done, _ in report.steps] == [1, 3, 7, 10]


def test_an_endpoint_gets_whole_batches(waiting: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    in_steps_of_three(monkeypatch)
    report = Recorder()
    run = begin_update(waiting.kb, waiting.index, replace(waiting.options(), words_first=False), report)
    assert list(embed_pending(run, waiting.embedder)) == [4, 8, 10]
    assert [done for _, done, _ in report.steps] == [4, 8, 10]


def test_what_a_slow_model_made_is_committed_in_time(waiting: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    in_steps_of_three(monkeypatch)
    monkeypatch.setattr(vectors, "BATCH_SECONDS", 0.0)
    run = begin_update(waiting.kb, waiting.index, waiting.options(), Recorder())
    assert list(embed_pending(run, waiting.embedder)) == [3, 6, 9, 10]
    assert _counts(waiting) == (10, 0)


def test_a_stop_within_a_batch_keeps_what_is_done(waiting: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    in_steps_of_three(monkeypatch)
    run = begin_update(waiting.kb, waiting.index, waiting.options(), Recorder())
    run.stop.set()
    with pytest.raises(CancelledError):
        next(embed_pending(run, waiting.embedder))
    run.stop.clear()
    batches = embed_pending(run, _Stopping(stop=run.stop))
    assert next(batches) == 3
    with pytest.raises(CancelledError):
        next(batches)
    assert _counts(waiting) == (3, 7)


def test_a_stop_between_batches_keeps_what_is_done(waiting: Base) -> None:
    run = begin_update(waiting.kb, waiting.index, waiting.options(), Recorder())
    run.stop = threading.Event()
    batches = embed_pending(run, waiting.embedder)
    assert next(batches) == 4
    run.stop.set()
    with pytest.raises(CancelledError):
        next(batches)
    assert _counts(waiting) == (4, 6)


def test_chunks_that_are_gone_meanwhile_are_passed_over(waiting: Base) -> None:
    run = begin_update(waiting.kb, waiting.index, waiting.options(), Recorder())
    for _ in embed_pending(run, waiting.embedder):
        waiting.index.remove_documents(["8.md", "9.md"])
    assert _counts(waiting) == (8, 0)


def test_nothing_waits_nothing_is_asked(base: Base) -> None:
    base.run()
    run = begin_update(base.kb, base.index, base.options(), Recorder())
    assert list(embed_pending(run, _Absent())) == []
