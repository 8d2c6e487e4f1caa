"""Files to index: the one procedure behind `groove index`, `rebuild_index` and the Python API."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from grooveseek.errors import ModelError
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.indexing.begin import begin_run
from grooveseek.indexing.lock import RUN_WAIT_SECONDS, LockHeldError, held, lock_path, patience_for_run
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.outcome import failure_of, summary_of
from grooveseek.indexing.report import Report, Summary
from grooveseek.indexing.state import CancelledError, Run
from grooveseek.indexing.texts import finish_texts, read_texts
from grooveseek.indexing.vectors import (
    BATCH_CHUNKS,
    background_is_due,
    embed_pending,
    finish_vectors,
    tell_unmeasured,
)
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.models.protocol import Embedder, Models, Probing
from grooveseek.text.counted import counted


def run(
    kb: KnowledgeBase,
    index: Index,
    models: Models,
    options: IndexOptions,
    report: Report,
    *,
    stop: threading.Event | None = None,
    wait_seconds: float = RUN_WAIT_SECONDS,
) -> Summary:
    """Bring `index` up to date with the files of `kb`.

    Every commit is a whole document, so that a run that ends early (`stop`, an error, a kill) loses nothing and the
    next one goes on from there. With `options.force` a new generation is filled beside the old one and switched in at
    the end.
    Raises `GrooveError`: another run holds the lock, the root is gone, the index is another model's, the model fails.
    """
    job = _Job(kb, index, models, options, report, stop or threading.Event())
    try:
        with held(lock_path(kb.index_path), patience_for_run(report.note, wait_seconds, job.stop)):
            return job.summary()
    except LockHeldError as error:
        if job.stop.is_set():
            raise CancelledError from error
        raise


@dataclass(frozen=True, slots=True)
class _Job:
    kb: KnowledgeBase
    index: Index
    models: Models
    options: IndexOptions
    report: Report
    stop: threading.Event

    def summary(self) -> Summary:
        started = time.monotonic()
        beside = self.options.force and self._holds_documents()
        embedder = None if self.options.words_first else self._provider()
        run = self._rebuild(embedder) if beside else self._fill(self.index, embedder)
        failure = failure_of(run, discarded=beside)
        return summary_of(run, self.index, round((time.monotonic() - started) * 1000), failure)

    def _holds_documents(self) -> bool:
        with self.index.snapshot() as snapshot:
            return snapshot.stats().documents > 0

    def _rebuild(self, embedder: Embedder | None) -> Run:
        """Fill a new generation and switch it in, unless an endpoint refused part of what the old one may hold."""
        beside = self.index.begin_rebuild(Facts())
        try:
            run = self._fill(beside, embedder)
        except CancelledError as error:
            beside.abandon_rebuild()
            raise CancelledError("the index is as it was before") from error
        except BaseException:
            beside.abandon_rebuild()
            raise
        if run.counters.inputs_refused:
            beside.abandon_rebuild()
        else:
            beside.commit_rebuild()
        return run

    def _fill(self, index: Index, embedder: Embedder | None) -> Run:
        run = begin_run(self.kb, index, self.options, self.report)
        run.stop = self.stop
        if restored := index.repair():
            self.report.note(f"Restored {counted(restored, 'row')} of the index that did not agree with the rest")
        read_texts(run, embedder)
        pending = finish_texts(run)
        if pending:
            if pending > BATCH_CHUNKS and embedder is None:
                # What is filled beside the index is not searched before the switch.
                state = "searchable by words" if index is self.index else "read"
                waiting = counted(pending, "chunk waits for its vector", "chunks wait for their vectors")
                self.report.note(f"All files are {state}; {waiting}")
            embedder = embedder or self._embedder()
            for _ in embed_pending(run, embedder):
                run.check_stop()
        index.compact()
        if embedder is None and background_is_due(run):
            embedder = self._embedder_to_measure(run)
        finish_vectors(run, embedder)
        return run

    def _embedder_to_measure(self, run: Run) -> Embedder | None:
        """A run that gives no chunk a vector can do without a model, which searches may not need either."""
        try:
            return self._embedder()
        except ModelError as error:
            tell_unmeasured(run, error)
            return None

    def _provider(self) -> Embedder:
        embedder = self._embedder()
        if self.options.force and isinstance(embedder, Probing):
            embedder.probe()
        return embedder

    def _embedder(self) -> Embedder:
        embedder = self.models.embedder()
        if embedder is None:
            raise ModelError(
                "the embedding model is not loaded; until a run with it the index has words but no vectors"
            )
        return embedder
