"""One file on disk against one row of the index: leave, touch, replace, skip or remove."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from typing import Literal

import numpy as np

from grooveseek.documents.document import Document
from grooveseek.documents.parser import Format
from grooveseek.documents.passage import passage, passage_key
from grooveseek.errors import RefusedFileError
from grooveseek.index.records import FileState, IndexedFile
from grooveseek.indexing.options import size_key_of
from grooveseek.indexing.state import Run
from grooveseek.kb.read import Reading, read_file
from grooveseek.kb.walk import Found
from grooveseek.models.protocol import Embedder, Matrix, Vector

Outcome = Literal["unchanged", "updated", "skipped", "removed"]

UNTRUSTED_MTIME = -1
"""Recorded instead of a modification time that a later write could leave as it is; equals none on disk."""
_RACY_NS = 2_000_000_000


def same_stat(state: FileState, found: Found) -> bool:
    return (state.size, state.mtime_ns, state.inode) == (found.size, found.mtime_ns, found.inode)


def file_hash(run: Run, found: Found) -> str | None:
    """SHA-256 of a file on disk; None where it cannot be read."""
    cap = run.options.cap_of(_format(run, found.path).kind)
    try:
        return hashlib.sha256(read_file(run.kb.root, found.path, cap).data).hexdigest()
    except (RefusedFileError, OSError):
        return None


def index_file(run: Run, found: Found, known: IndexedFile | None, embedder: Embedder | None = None) -> Outcome:
    """Bring the row of one file up to date. With `embedder`, text and vectors commit together.

    What is wrong with the file is told to the report and counted; only failures of the index or the model raise.
    """
    path = found.path
    if known is not None and same_stat(known.state, found) and path not in run.reread:
        return "unchanged"
    reading = _read(run, found, known)
    if reading is None:
        return "skipped"
    state = _state_of(reading)
    if known is not None and known.state.sha256 == state.sha256 and path not in run.reread:
        run.touched[path] = state
        return "unchanged"
    document = _parse(run, path, reading.data)
    if document is None:
        return "skipped"
    if not document.chunks:
        return _without_content(run, path, known)
    _write(run, document, state, embedder)
    if known is not None and known.state.sha256 == state.sha256:
        run.counters.refreshed += 1
        return "unchanged"
    run.counters.updated += 1
    run.report.indexed(path, len(document.chunks))
    return "updated"


def _format(run: Run, path: str) -> Format:
    found = run.options.parsers.format_of(path)
    if found is None:
        raise ValueError(f"{path!r} is of no enabled format")
    return found


def _read(run: Run, found: Found, known: IndexedFile | None) -> Reading | None:
    path, kind = found.path, _format(run, found.path).kind
    cap = run.options.cap_of(kind)
    if cap is not None and found.size > cap:
        if known is not None:
            run.touched[path] = replace(known.state, size=found.size, mtime_ns=UNTRUSTED_MTIME)
        label = "binary" if kind == "binary" else "text"
        reason = f"{label} file too large ({found.size} bytes > {cap} limit); raise {size_key_of(kind)} to admit it"
        _skip(run, path, reason)
        return None
    try:
        return read_file(run.kb.root, path, cap)
    except RefusedFileError as refusal:
        _skip(run, path, refusal.reason)
    except OSError as error:
        _skip(run, path, f"failed to read: {error.strerror or error}")
    return None


def _state_of(reading: Reading) -> FileState:
    # A write within the clock tick of this reading could leave size and time as they are: do not trust that time.
    trusted = time.time_ns() - reading.mtime_ns >= _RACY_NS
    return FileState(
        size=reading.size,
        mtime_ns=reading.mtime_ns if trusted else UNTRUSTED_MTIME,
        inode=reading.inode,
        sha256=hashlib.sha256(reading.data).hexdigest(),
    )


def _parse(run: Run, path: str, data: bytes) -> Document | None:
    try:
        document = run.options.parsers.parse(path, data)
    except RefusedFileError as refusal:
        _skip(run, path, f"parse failed: {refusal.reason}")
        return None
    except Exception as crash:  # noqa: BLE001 - a crash of any parser costs its file, never the run
        _skip(run, path, f"parse failed: {type(crash).__name__}: {crash}")
        return None
    for line in document.warnings:
        run.report.warning(f"warning: {path}: {line}")
    if document.frontmatter_error is not None:
        run.counters.frontmatter_unparsed += 1
        run.report.warning(f"warning: {path}: failed to parse YAML frontmatter: {document.frontmatter_error}")
    return document


def _without_content(run: Run, path: str, known: IndexedFile | None) -> Outcome:
    run.counters.skip(path)
    if known is None:
        return "skipped"
    # The new bytes parsed cleanly to nothing: the old text is no longer in the file and must not be found.
    run.index.remove_documents([path])
    run.report.warning(f"Skipping {path}: no content left; its rows are removed")
    return "removed"


def _skip(run: Run, path: str, reason: str) -> None:
    run.counters.skip(path)
    run.report.warning(f"Skipping {path}: {reason}")


def _write(run: Run, document: Document, state: FileState, embedder: Embedder | None) -> None:
    passages = [passage(document.title, chunk, run.context_mode) for chunk in document.chunks]
    keys = [passage_key(text) for text in passages]
    declared = frozenset(run.options.declared_fields)
    stored = replace(document, fields=tuple(pair for pair in document.fields if pair[0] in declared))
    vectors = None if embedder is None else _vectors(run, document.path, passages, embedder)
    run.index.replace_document(stored, state, keys, vectors)


def _vectors(run: Run, path: str, passages: list[str], embedder: Embedder) -> Matrix:
    held = _held_vectors(run, path)
    wanted = [text for text in dict.fromkeys(passages) if text not in held]
    if wanted:
        held.update(zip(wanted, embedder.embed_documents(wanted), strict=True))
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
