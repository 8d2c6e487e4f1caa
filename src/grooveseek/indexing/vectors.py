"""The second half of a run: every pending chunk gets its vector, batch by batch, each committed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from grooveseek.documents.passage import passage
from grooveseek.errors import ModelError
from grooveseek.index.records import Background, PendingChunk
from grooveseek.indexing.background import is_due, measure
from grooveseek.indexing.pace import Pace
from grooveseek.indexing.state import Run
from grooveseek.models.protocol import Embedder, Matrix
from grooveseek.models.workers import usable_cores

BATCH_CHUNKS = 128
"""Between two commits at most."""
BATCH_SECONDS = 2.0
"""The same in time, so that a stop or a kill costs no more with a slow model."""


def embed_pending(run: Run, embedder: Embedder) -> Iterator[int]:
    """Embed until nothing is pending. Gives the number of vectors stored so far after each commit."""
    with run.index.snapshot() as snapshot:
        total = snapshot.stats().pending
    pace = Pace(usable_cores())
    done = after = 0
    while batch := run.index.pending(BATCH_CHUNKS, after):
        run.check_stop()
        made = []
        for step in _steps(run, embedder, batch, pace):
            made.append(step)
            run.report.progress("vectors", min(done + sum(map(len, made)), total), total)
        vectors = np.concatenate(made)
        batch = batch[: len(vectors)]
        done += run.index.put_vectors([chunk.chunk_id for chunk in batch], vectors)
        after = batch[-1].chunk_id
        yield done


def _steps(run: Run, embedder: Embedder, batch: Sequence[PendingChunk], pace: Pace) -> Iterator[Matrix]:
    """Vectors of the batch in order, not necessarily to its end. An endpoint, which parts it itself, gets it whole."""
    until = time.monotonic() + BATCH_SECONDS
    rest = batch
    while rest:
        size = pace.chunks if run.options.words_first else len(batch)
        step, rest = rest[:size], rest[size:]
        began = time.monotonic()
        vectors = embedder.embed_documents([passage(chunk.title, chunk, run.context_mode) for chunk in step])
        if len(step) == pace.chunks:
            pace.took(time.monotonic() - began)
        yield vectors
        if run.stop.is_set() or time.monotonic() >= until:
            return


def finish_vectors(run: Run, embedder: Embedder | None) -> None:
    """Record that nothing is missing, and what the vectors were made with. None: no model was needed."""
    facts = replace(run.facts, run_state="complete")
    if embedder is not None:
        build = facts.model_build
        if build is not None and embedder.build != build:
            run.report.warning(
                f"warning: {embedder.identity} is not the build that made the vectors of the index; "
                "`groove index --force` makes all of them with one"
            )
        facts = replace(facts, model_build=build or embedder.build or None, background=_background(run, embedder))
    run.record(facts)


def renew_background(run: Run, embedder: Embedder) -> None:
    """For an index that changes without a run: measure again what nearness is worth in it, if it is due."""
    run.record(replace(run.facts, background=_background(run, embedder)))


def background_is_due(run: Run) -> bool:
    with run.index.snapshot() as snapshot:
        return is_due(run.facts.background, snapshot.stats().vectors)


def _background(run: Run, embedder: Embedder) -> Background | None:
    recorded = run.facts.background
    with run.index.snapshot() as snapshot:
        if not is_due(recorded, snapshot.stats().vectors):
            return recorded
        try:
            return measure(snapshot, embedder)
        except ModelError as error:
            tell_unmeasured(run, error)
            return recorded


def tell_unmeasured(run: Run, error: ModelError) -> None:
    run.report.warning(f"warning: searches cannot judge yet how near an answer is: {error}")
