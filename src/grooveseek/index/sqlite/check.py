"""Does every table agree with every other?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grooveseek.index.records import Fault
from grooveseek.index.sqlite import chunks, documents, generations, packing, texts, vectors, wordpacking, wordsegments
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Ids, Scope

_SAMPLES = 5
_BATCH = 500


def faults(scope: Scope) -> list[Fault]:
    """All findings, each with up to five samples."""
    return [fault for fault in _every(scope) if fault.count]


def _every(scope: Scope) -> Iterator[Fault]:
    every = chunks.ids(scope)
    homeless = chunks.homeless(scope)
    housed = _minus(every, homeless)
    embedded, waiting = vectors.ids(scope), PENDING.ids(scope)
    worded = texts.chunk_ids(scope)

    yield _chunk_fault(
        scope, "missing-embedding", "chunks have no vector and do not wait for one", _minus(housed, embedded, waiting)
    )
    yield _row_fault("orphan-embedding", "vectors belong to chunks that are gone", _minus(embedded, every))
    yield _chunk_fault(
        scope,
        "missing-fts-row",
        "chunks are missing from the word index",
        _minus(housed, worded),
    )
    yield _row_fault("orphan-fts-row", "rows of the word index belong to chunks that are gone", _minus(worded, every))
    yield _row_fault("chunk-without-document", "chunks belong to documents that are gone", homeless)
    paths = documents.paths_of(scope, documents.hollow(scope))
    yield Fault("document-without-chunks", "documents have no chunk", len(paths), tuple(paths[:_SAMPLES]))

    yield _row_fault(
        "stale-pending",
        "chunks wait for a vector although they have one or are gone",
        np.union1d(_minus(waiting, every), _common(waiting, embedded)),
    )
    yield _chunk_fault(scope, "unusable-vector", "vectors have the wrong length or hold no number", _unusable(scope))
    yield _chunk_fault(
        scope,
        "other-text",
        "rows of the word index hold other text than their chunks",
        _with_other_text(scope, _common(worded, housed)),
    )
    unpacked = packing.errors(scope)
    yield _row_fault("packed-vectors", "packed vectors disagree with the stored ones", unpacked)
    numbering = documents.misnumbered(scope)
    yield Fault(
        "chunk-order",
        "documents have gaps or repeats in their chunk order",
        len(numbering),
        tuple(numbering[:_SAMPLES]),
    )
    yield _row_fault("packed-words", "packed words disagree with the stored ones", wordpacking.errors(scope))
    damaged = wordsegments.damaged(scope)
    yield Fault("word-index-damaged", "blocks of the word index are not what was written", damaged)


def _minus(ids: Ids, *others: Ids) -> Ids:
    for other in others:
        ids = np.setdiff1d(ids, other, assume_unique=True)
    return ids


def _common(a: Ids, b: Ids) -> Ids:
    return np.intersect1d(a, b, assume_unique=True)


def _chunk_fault(scope: Scope, check: str, summary: str, ids: Ids) -> Fault:
    return Fault(check, summary, len(ids), tuple(chunks.labels(scope, ids)[:_SAMPLES]) if len(ids) else ())


def _row_fault(check: str, summary: str, ids: Ids) -> Fault:
    return Fault(check, summary, len(ids), tuple(f"row {key}" for key in ids[:_SAMPLES].tolist()))


def _unusable(scope: Scope) -> Ids:
    facts = generations.facts(scope.connection, scope.generation)
    width = facts.dimension if facts.dimension is not None else vectors.commonest_width(scope)
    return vectors.wrong(scope, width)


def _with_other_text(scope: Scope, ids: Ids) -> Ids:
    found: list[int] = []
    for start in range(0, len(ids), _BATCH):
        some = ids[start : start + _BATCH]
        stored = texts.of_chunks(scope, some)
        rows = chunks.text_rows(scope, some)
        found += [row.chunk_id for row in rows if stored[row.chunk_id] != texts.columns_of(row)]
    return np.array(sorted(found), np.int64)
