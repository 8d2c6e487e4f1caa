"""Does every table agree with every other?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from grooveseek.index.records import Fault
from grooveseek.index.sqlite import (
    chunks,
    documents,
    fields,
    generations,
    packing,
    schema,
    texts,
    wordpacking,
    wordsegments,
)
from grooveseek.index.sqlite.contents import Contents, common, minus
from grooveseek.index.sqlite.scope import Ids, Scope

_SAMPLES = 5
_BATCH = 500

_Check = Callable[[Contents], Iterator[Fault]]


def faults(scope: Scope) -> list[Fault]:
    """All findings, each with up to five samples. What needs a table that is missing is not asked."""
    missing = schema.missing_tables(scope.connection, scope.generation)
    absent = {name.rpartition("_")[0] + "_#" for name in missing}
    contents = Contents(scope)
    found = [fault for needs, check in _CHECKS if not absent.intersection(needs) for fault in check(contents)]
    if "vectors_#" in absent and not absent.intersection(_CHUNKS):
        found[:0] = _without_vectors(contents, waiting="pending_#" not in absent)
        if found[0].check == "vector-table-missing" or not found[0].count:
            missing.remove(f"vectors_{scope.generation}")
    found.append(_labelled("table-missing", "tables are missing", missing))
    return [fault for fault in found if fault.count]


def _without_vectors(contents: Contents, *, waiting: bool) -> Iterator[Fault]:
    facts = generations.facts(contents.scope.connection, contents.scope.generation)
    if facts.model is None:
        yield Fault(
            "vector-table-missing", "there is no table of vectors, although there are chunks", len(contents.every)
        )
    else:
        yield _missing_embedding(contents, minus(contents.housed, contents.waiting) if waiting else contents.housed)


def _embeddings(contents: Contents) -> Iterator[Fault]:
    yield _missing_embedding(contents, minus(contents.housed, contents.embedded, contents.waiting))
    yield _row_fault(
        "orphan-embedding", "vectors belong to chunks that are gone", minus(contents.embedded, contents.every)
    )


def _missing_embedding(contents: Contents, ids: Ids) -> Fault:
    return _chunk_fault(contents.scope, "missing-embedding", "chunks have no vector and do not wait for one", ids)


def _words(contents: Contents) -> Iterator[Fault]:
    yield _chunk_fault(
        contents.scope,
        "missing-fts-row",
        "chunks are missing from the word index",
        minus(contents.housed, contents.worded),
    )
    yield _row_fault(
        "orphan-fts-row",
        "rows of the word index belong to chunks that are gone",
        minus(contents.worded, contents.every),
    )


def _documents(contents: Contents) -> Iterator[Fault]:
    homeless = chunks.homeless_labels(contents.scope)
    yield _labelled("chunk-without-document", "chunks belong to documents that are gone", homeless)
    hollow = documents.paths_of(contents.scope, documents.hollow(contents.scope))
    yield _labelled("document-without-chunks", "documents have no chunk", hollow)


def _pending(contents: Contents) -> Iterator[Fault]:
    yield _row_fault(
        "stale-pending",
        "chunks wait for a vector although they have one or are gone",
        np.union1d(minus(contents.waiting, contents.every), common(contents.waiting, contents.embedded)),
    )


def _vectors(contents: Contents) -> Iterator[Fault]:
    summary = "vectors have the wrong length or point nowhere"
    yield _chunk_fault(contents.scope, "unusable-vector", summary, contents.unusable)


def _texts(contents: Contents) -> Iterator[Fault]:
    scope, found = contents.scope, list[int]()
    ids = common(contents.worded, contents.housed)
    for start in range(0, len(ids), _BATCH):
        some = ids[start : start + _BATCH]
        stored = texts.of_chunks(scope, some)
        rows = chunks.text_rows(scope, some)
        found += [row.chunk_id for row in rows if stored[row.chunk_id] != texts.columns_of(row)]
    summary = "rows of the word index hold other text than their chunks"
    yield _chunk_fault(scope, "other-text", summary, np.array(sorted(found), np.int64))


def _packed_vectors(contents: Contents) -> Iterator[Fault]:
    scope = contents.scope
    wrong = packing.errors(scope)
    yield _row_fault("packed-vectors", "packed vectors disagree with the stored ones", wrong)
    if not len(wrong):
        misread = packing.misread(scope, contents.unusable)
        summary = "packed vectors are far from the stored ones, so that one of the two was changed"
        yield _chunk_fault(scope, "packed-codes", summary, misread)


def _packed_words(contents: Contents) -> Iterator[Fault]:
    wrong = wordpacking.errors(contents.scope)
    yield _row_fault("packed-words", "packed words disagree with the stored ones", wrong)
    damaged = wordsegments.damaged(contents.scope)
    yield Fault("word-index-damaged", "blocks of the word index are not what was written", damaged)


def _unpacked(contents: Contents) -> Iterator[Fault]:
    """What a run would have packed at its end. While one goes on, nothing is to be said of it."""
    scope = contents.scope
    if generations.facts(scope.connection, scope.generation).run_state == "complete" and not len(contents.waiting):
        loose = (packing.count_loose(scope), wordpacking.count_loose(scope))
        count = sum(number for number in loose if number >= packing.WORTH_PACKING)
        yield Fault("not-packed", "rows are not packed, so that a search takes longer than it should", count)


def _numbering(contents: Contents) -> Iterator[Fault]:
    numbering = documents.paths_of(contents.scope, documents.misnumbered(contents.scope))
    yield _labelled("chunk-order", "documents have gaps or repeats in their chunk order", numbering)


def _fields(contents: Contents) -> Iterator[Fault]:
    wrong = documents.paths_of(contents.scope, fields.misfits(contents.scope))
    yield _labelled("field-rows", "documents have other values to be filtered by than they should", wrong)
    yield _row_fault("orphan-field-row", "values belong to documents that are gone", fields.orphans(contents.scope))


_CHUNKS = ("chunks_#", "documents_#")
_CHECKS: tuple[tuple[tuple[str, ...], _Check], ...] = (
    ((*_CHUNKS, "vectors_#", "pending_#"), _embeddings),
    ((*_CHUNKS, "texts_#"), _words),
    (_CHUNKS, _documents),
    ((*_CHUNKS, "vectors_#", "pending_#"), _pending),
    ((*_CHUNKS, "vectors_#"), _vectors),
    ((*_CHUNKS, "texts_#"), _texts),
    ((*_CHUNKS, "vectors_#", "segments_#", "removed_#"), _packed_vectors),
    (("texts_#", "word_segments_#", "word_blocks_#", "stale_#"), _packed_words),
    (("vectors_#", "segments_#", "pending_#", "texts_#", "word_segments_#"), _unpacked),
    (_CHUNKS, _numbering),
    (("documents_#", "fields_#"), _fields),
)
"""Which tables a comparison needs, in the order in which its findings are told."""


def _chunk_fault(scope: Scope, check: str, summary: str, ids: Ids) -> Fault:
    return _labelled(check, summary, chunks.labels(scope, ids) if len(ids) else ())


def _labelled(check: str, summary: str, labels: Sequence[str]) -> Fault:
    return Fault(check, summary, len(labels), tuple(sorted(labels)[:_SAMPLES]))


def _row_fault(check: str, summary: str, ids: Ids) -> Fault:
    return _labelled(check, summary, [f"row {key}" for key in ids.tolist()])
