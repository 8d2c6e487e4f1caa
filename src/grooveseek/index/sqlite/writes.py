"""What one write transaction does across the tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from grooveseek.documents.document import Chunk, Document
from grooveseek.errors import ModelError, RefusedFileError
from grooveseek.index.records import DocumentWrite, FileState, Rename
from grooveseek.index.sqlite import (
    chunks,
    documents,
    fields,
    generations,
    segments,
    texts,
    vectors,
    wordsegments,
)
from grooveseek.index.sqlite.chunks import Placed
from grooveseek.index.sqlite.packing import REMOVED
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.wordpacking import STALE
from grooveseek.models.protocol import Matrix


def replace_document(
    scope: Scope, document: Document, file: FileState, passage_keys: Sequence[bytes], given: Matrix | None
) -> DocumentWrite:
    """Make the tables hold `document` as it is now, keeping the rows of chunks that are as they were."""
    if not document.chunks or len(passage_keys) != len(document.chunks):
        raise ValueError("a document is written with at least one chunk and one passage key for each")
    try:
        return _replace_document(scope, document, file, passage_keys, given)
    except UnicodeEncodeError as error:
        raise RefusedFileError(document.path, "its text holds half of a surrogate pair") from error


def _replace_document(
    scope: Scope, document: Document, file: FileState, passage_keys: Sequence[bytes], given: Matrix | None
) -> DocumentWrite:
    before = documents.by_path(scope, document.path)
    old = chunks.placed(scope, before.document_id) if before else []
    embedded = vectors.having(scope, (row.chunk_id for row in old))
    declared = generations.facts(scope.connection, scope.generation).declared_fields
    pairs = fields.pairs_of(document, declared)
    document_id = documents.put(scope, document, file, before.document_id if before else None, len(pairs))
    fields.put(scope, document_id, pairs)

    kept = _keep(old, document.chunks, passage_keys)
    donors = {row.passage_key: row.chunk_id for row in old if row.chunk_id in embedded}
    ids, fresh, reused = [], [], 0
    for chunk, key in zip(document.chunks, passage_keys, strict=True):
        row = kept.get(chunk.index)
        if row is None:
            ids.append(chunks.insert(scope, document_id, chunk, key))
            fresh.append(ids[-1])
        else:
            ids.append(row.chunk_id)
            if not row.lies_at(chunk):
                chunks.place(scope, row.chunk_id, chunk)
        if ids[-1] in embedded:
            reused += 1
        elif (donor := donors.get(key)) is not None:
            _embed_like(scope, donor, ids[-1])
            reused += 1
        elif row is None:
            PENDING.add(scope, [ids[-1]])
    staying = set(ids)
    delete_chunks(scope, [row.chunk_id for row in old if row.chunk_id not in staying])
    if before is not None and before.title != document.title:
        _delete_texts(scope, staying.difference(fresh))
        fresh = ids
    texts.insert(scope, chunks.text_rows(scope, fresh))
    if given is not None:
        put_vectors(scope, ids, given)
    return DocumentWrite(len(ids), reused)


def _keep(old: Sequence[Placed], new: Sequence[Chunk], passage_keys: Sequence[bytes]) -> dict[int, Placed]:
    """Which old row may stand for which new chunk, by the chunk's index; in order where passages repeat."""
    free: dict[bytes, list[Placed]] = {}
    for row in old:
        free.setdefault(row.passage_key, []).append(row)
    kept = {}
    for chunk, key in zip(new, passage_keys, strict=True):
        rows = free.get(key, [])
        found = next((row for row in rows if row.holds(chunk)), None)
        if found is not None:
            rows.remove(found)
            kept[chunk.index] = found
    return kept


def _embed_like(scope: Scope, donor: int, chunk_id: int) -> None:
    vectors.pass_on(scope, donor, chunk_id)
    PENDING.remove(scope, [chunk_id])


def delete_chunks(scope: Scope, chunk_ids: Sequence[int]) -> None:
    """Delete chunks with everything that hangs on them."""
    if not chunk_ids:
        return
    REMOVED.add(scope, vectors.packed_of(scope, chunk_ids, segments.watermark(scope)))
    vectors.delete(scope, chunk_ids)
    PENDING.remove(scope, chunk_ids)
    _delete_texts(scope, chunk_ids)
    chunks.delete(scope, chunk_ids)


def _delete_texts(scope: Scope, chunk_ids: Collection[int]) -> None:
    STALE.add(scope, texts.packed_of(scope, chunk_ids, wordsegments.watermark(scope)))
    texts.delete(scope, chunk_ids)


def put_vectors(scope: Scope, chunk_ids: Sequence[int], given: Matrix) -> int:
    """Store the vectors of those chunks that wait for one; how many did."""
    width = generations.facts(scope.connection, scope.generation).dimension
    if len(given) != len(chunk_ids):
        raise ValueError("every chunk named needs one vector")
    if width is not None and given.shape[1] != width:
        raise ModelError(f"The embedding model gives vectors of {given.shape[1]} numbers; the index holds {width}.")
    if not np.isfinite(given).all():
        raise ModelError("The embedding model gave a vector that is not finite; nothing of this batch was stored.")
    waiting = PENDING.among(scope, chunk_ids)
    rows = [row for row, chunk_id in enumerate(chunk_ids) if chunk_id in waiting]
    stuck = [chunk_ids[row] for row in rows]
    vectors.insert(scope, stuck, given[rows])
    PENDING.remove(scope, stuck)
    return len(stuck)


def remove_document(scope: Scope, path: str) -> bool:
    """Delete a document with everything that hangs on it; False when there was none."""
    found = documents.by_path(scope, path)
    if found is None:
        return False
    delete_document(scope, found.document_id)
    return True


def delete_document(scope: Scope, document_id: int) -> None:
    delete_chunks(scope, chunks.of_documents(scope, [document_id]).tolist())
    fields.delete(scope, document_id)
    documents.delete(scope, document_id)


def rename(scope: Scope, pairs: Sequence[Rename], derived: Mapping[str, Document]) -> None:
    """Move documents; what lay at a new path and does not move itself makes way, as on disk."""
    moving = {pair.old for pair in pairs if documents.by_path(scope, pair.old) is not None}
    for pair in pairs:
        if pair.old in moving and pair.new not in moving:
            remove_document(scope, pair.new)
    for row in documents.move(scope, [pair for pair in pairs if pair.old in moving]):
        if row.path in derived:
            documents.set_derived(scope, row.document_id, derived[row.path])
        ids = chunks.of_documents(scope, [row.document_id])
        _delete_texts(scope, ids.tolist())
        texts.insert(scope, chunks.text_rows(scope, ids))
