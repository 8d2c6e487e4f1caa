"""One parsed document into the index."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from grooveseek.documents.document import Document
from grooveseek.documents.passage import passage, passage_key
from grooveseek.index.records import FileState
from grooveseek.indexing.state import Run
from grooveseek.models.protocol import Embedder, Matrix, Vector


def write_document(run: Run, document: Document, state: FileState, embedder: Embedder | None) -> None:
    """In one transaction, with vectors where there is an `embedder`; of these only such as the index has not yet.

    Raises `RefusedFileError`, `RefusedInputError` and what else an embedder may raise; nothing is written then.
    """
    passages = [passage(document.title, chunk, run.context_mode) for chunk in document.chunks]
    keys = [passage_key(text) for text in passages]
    declared = frozenset(run.options.declared_fields)
    stored = replace(document, fields=tuple(pair for pair in document.fields if pair[0] in declared))
    vectors = None if embedder is None else _vectors(run, document.path, passages, embedder)
    run.changing().replace_document(stored, state, keys, vectors)


def _vectors(run: Run, path: str, passages: list[str], embedder: Embedder) -> Matrix:
    held = _held_vectors(run, path)
    wanted = [text for text in dict.fromkeys(passages) if text not in held]
    if wanted:
        held.update(zip(wanted, embedder.embed_documents(wanted), strict=True))
        run.counters.batch_accepted = True
    return np.stack([held[text] for text in passages])


def _held_vectors(run: Run, path: str) -> dict[str, Vector]:
    """Vectors that the document's present rows have, by passage."""
    with run.index.snapshot() as snapshot:
        row = snapshot.document(path)
        if row is None:
            return {}
        chunks = snapshot.chunks_of(row.document_id)
        vectors = snapshot.vectors_of([chunk.chunk_id for chunk in chunks])
    return {
        passage(chunk.title, chunk, run.context_mode): vectors[chunk.chunk_id]
        for chunk in chunks
        if chunk.chunk_id in vectors
    }
