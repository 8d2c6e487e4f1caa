"""One file on disk against one row of the index: leave, touch, replace, skip or remove."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from typing import Literal

import numpy as np

from grooveseek.documents.document import Document
from grooveseek.documents.passage import passage, passage_key
from grooveseek.errors import RefusedFileError
from grooveseek.index.records import FileState, IndexedFile
from grooveseek.indexing.options import size_key_of
from grooveseek.indexing.state import Run
from grooveseek.kb.read import Reading, TooLargeError, read_file
from grooveseek.kb.walk import Found
from grooveseek.models.http.errors import RefusedInputError
from grooveseek.models.protocol import Embedder, Matrix, Vector

Outcome = Literal["unchanged", "updated", "skipped", "removed"]

UNTRUSTED_MTIME = -1
"""Recorded instead of a modification time that a later write could leave as it is; equals none on disk."""
_RACY_NS = 2_000_000_000


def same_stat(state: FileState, found: Found) -> bool:
    return (state.size, state.mtime_ns, state.inode) == (found.size, found.mtime_ns, found.inode)


def file_hash(run: Run, found: Found) -> str | None:
    """SHA-256 of a file on disk; None where it cannot be read."""
    cap = run.options.cap_of(found.path)
    try:
        return hashlib.sha256(read_file(run.kb.root, found.path, cap).data).hexdigest()
    except (RefusedFileError, OSError):
        return None


def index_file(run: Run, found: Found, known: IndexedFile | None, embedder: Embedder | None = None) -> Outcome:
    """Bring the row of one file up to date. With `embedder`, text and vectors commit together.

    What is wrong with the file is told to the report and counted; only failures of the index or the model raise.
    """
    if known is not None and same_stat(known.state, found) and not run.must_read(found.path):
        return "unchanged"
    if run.judged.get(found.path) == found:
        run.refusals.keep(found.path)
        return "skipped"
    outcome = _index_file(run, found, known, embedder)
    if outcome in {"skipped", "removed"} and not _is_racy(found.mtime_ns):
        run.judged[found.path] = found
    else:
        run.judged.pop(found.path, None)
    return outcome


def _index_file(run: Run, found: Found, known: IndexedFile | None, embedder: Embedder | None) -> Outcome:
    path = found.path
    refused = None if run.must_read(path) else run.refusals.reason(found)
    if refused:
        return _tell(run, path, refused)
    if refused is not None and known is None:
        return _count(run, path)
    reading = _read(run, found, known)
    if reading is None:
        return "skipped"
    state = _state_of(reading)
    same_bytes = known is not None and state.sha256 == run.moved.get(path, known.state.sha256)
    if same_bytes and not run.must_read(path):
        run.touched[path] = state
        return "unchanged"
    document = _parse(run, found, reading.data)
    if document is None:
        return "skipped"
    if not document.chunks:
        if document.frontmatter_error is None:
            run.refusals.note(found, "", lasting=not _is_racy(found.mtime_ns))
        return _without_content(run, path, known)
    try:
        _write(run, document, state, embedder)
    except RefusedInputError as refusal:
        return _refused_input(run, found, refusal, known)
    except RefusedFileError as refusal:
        return _skip(run, found, f"parse failed: {refusal.reason}")
    if same_bytes:
        run.counters.refreshed += path in run.reread
        return "unchanged"
    run.counters.updated += 1
    run.report.indexed(path, len(document.chunks))
    return "updated"


def _read(run: Run, found: Found, known: IndexedFile | None) -> Reading | None:
    path = found.path
    try:
        return _read_capped(run, found)
    except TooLargeError as refusal:
        _measure(run, found, refusal.size, known)
        kind = run.options.kind_of(path)
        label = "binary" if kind == "binary" else "text"
        reason = f"{label} file too large ({refusal.size} bytes > {refusal.cap} limit)"
        _skip(run, found, f"{reason}; raise {size_key_of(kind)} to admit it")
    except RefusedFileError as refusal:
        _skip(run, found, refusal.reason)
    except OSError as error:
        _skip(run, found, f"failed to read: {error.strerror or error}")
    return None


def _read_capped(run: Run, found: Found) -> Reading:
    cap = run.options.cap_of(found.path)
    if cap is not None and found.size > cap:
        raise TooLargeError(found.path, found.size, cap)
    return read_file(run.kb.root, found.path, cap)


def _measure(run: Run, found: Found, size: int, known: IndexedFile | None) -> None:
    """Record the size of a file that is not let in, and no time: it is to be read once the cap admits it."""
    if known is not None:
        measured = replace(known.state, size=size, mtime_ns=UNTRUSTED_MTIME, inode=found.inode)
        if measured != known.state:
            run.touched[found.path] = measured


def _is_racy(mtime_ns: int) -> bool:
    """Whether a later write could leave the time as it is: clocks tick coarsely."""
    return time.time_ns() - mtime_ns < _RACY_NS


def _state_of(reading: Reading) -> FileState:
    return FileState(
        size=reading.size,
        mtime_ns=UNTRUSTED_MTIME if _is_racy(reading.mtime_ns) else reading.mtime_ns,
        inode=reading.inode,
        sha256=hashlib.sha256(reading.data).hexdigest(),
    )


def _parse(run: Run, found: Found, data: bytes) -> Document | None:
    path = found.path
    try:
        document = run.options.parsers.parse(path, data)
    except RefusedFileError as refusal:
        _skip(run, found, f"parse failed: {refusal.reason}", lasting=refusal.lasting)
        return None
    except Exception as crash:  # noqa: BLE001 - a crash of any parser costs its file, never the run
        _skip(run, found, f"parse failed: {type(crash).__name__}: {crash}")
        return None
    for line in document.warnings:
        run.report.warning(f"warning: {path}: {line}")
    if document.frontmatter_error is not None:
        run.counters.frontmatter_unparsed += 1
        run.report.warning(f"warning: {path}: failed to parse YAML frontmatter: {document.frontmatter_error}")
    return document


def _without_content(run: Run, path: str, known: IndexedFile | None) -> Outcome:
    _count(run, path)
    if known is None:
        return "skipped"
    # The new bytes parsed cleanly to nothing: the old text is no longer in the file and must not be found.
    run.changing().remove_documents([path])
    run.report.skipped(path, "no content left; its rows are removed")
    return "removed"


def _count(run: Run, path: str) -> Outcome:
    run.counters.skip(path)
    return "skipped"


def _tell(run: Run, path: str, reason: str) -> Outcome:
    run.report.skipped(path, reason)
    return _count(run, path)


def _skip(run: Run, found: Found, reason: str, *, lasting: bool = False) -> Outcome:
    run.refusals.note(found, reason, lasting=lasting and not _is_racy(found.mtime_ns))
    return _tell(run, found.path, reason)


def _refused_input(run: Run, found: Found, refusal: RefusedInputError, known: IndexedFile | None) -> Outcome:
    path = found.path
    run.refusals.note(found, str(refusal), lasting=False)
    run.counters.skip(path)
    run.counters.inputs_refused += 1
    if refusal.accepted:
        run.counters.batch_accepted = True
    else:
        run.counters.refused_at_once = True
    run.report.refused(path, refusal.status, kept=known is not None)
    return "skipped"


def _write(run: Run, document: Document, state: FileState, embedder: Embedder | None) -> None:
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
