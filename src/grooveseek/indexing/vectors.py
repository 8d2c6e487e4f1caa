"""The second half of a run: every pending chunk gets its vector, batch by batch, each committed."""

from __future__ import annotations

from grooveseek.documents.passage import passage
from grooveseek.indexing.state import Run
from grooveseek.models.protocol import Embedder

BATCH_CHUNKS = 128
"""About two seconds of work between commits: what a kill may cost."""


def embed_pending(run: Run, embedder: Embedder) -> int:
    """Embed until nothing is pending. Gives the number of vectors stored."""
    with run.index.snapshot() as snapshot:
        total = snapshot.stats().pending
    done = after = 0
    while batch := run.index.pending(BATCH_CHUNKS, after):
        run.check_stop()
        vectors = embedder.embed_documents([passage(chunk.title, chunk, run.context_mode) for chunk in batch])
        done += run.index.put_vectors([chunk.chunk_id for chunk in batch], vectors)
        after = batch[-1].chunk_id
        run.report.progress("vectors", min(done, total), total)
    return done
