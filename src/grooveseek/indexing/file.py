"""One file on disk against one row of the index: leave, touch, replace, skip or remove."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from grooveseek.documents.document import Document
from grooveseek.errors import RefusedFileError
from grooveseek.index.records import IndexedFile
from grooveseek.indexing.options import size_key_of
from grooveseek.indexing.reading import UNTRUSTED_MTIME, is_racy, read_capped, same_stat, state_of
from grooveseek.indexing.refusals import Standing
from grooveseek.indexing.state import Run
from grooveseek.indexing.writing import write_document
from grooveseek.kb.read import Reading, TooLargeError
from grooveseek.kb.walk import Found
from grooveseek.models.http.errors import RefusedInputError
from grooveseek.models.protocol import Embedder

Outcome = Literal["unchanged", "updated", "skipped", "removed"]


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
    if outcome in {"skipped", "removed"} and not is_racy(found.mtime_ns):
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
    state = state_of(reading)
    same_bytes = known is not None and state.sha256 == run.moved.get(path, known.state.sha256)
    if same_bytes and not run.must_read(path):
        run.touched[path] = state
        return "unchanged"
    document = _parse(run, found, reading.data)
    if document is None:
        return "skipped"
    if not document.chunks:
        if document.frontmatter_error is None:
            _note(run, found, "", "lasting")
        return _without_content(run, path, known)
    try:
        write_document(run, document, state, embedder)
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
        return read_capped(run, found)
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


def _measure(run: Run, found: Found, size: int, known: IndexedFile | None) -> None:
    """Record the size of a file that is not let in, and no time: it is to be read once the cap admits it."""
    if known is not None:
        measured = replace(known.state, size=size, mtime_ns=UNTRUSTED_MTIME, inode=found.inode)
        if measured != known.state:
            run.touched[found.path] = measured


def _parse(run: Run, found: Found, data: bytes) -> Document | None:
    path = found.path
    try:
        document = run.options.parsers.parse(path, data)
    except RefusedFileError as refusal:
        _skip(run, found, f"parse failed: {refusal.reason}", "lasting" if refusal.lasting else "short")
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


def _skip(run: Run, found: Found, reason: str, standing: Standing = "passing") -> Outcome:
    return _tell(run, found.path, _note(run, found, reason, standing))


def _note(run: Run, found: Found, reason: str, standing: Standing) -> str:
    return run.refusals.note(found, reason, "passing" if is_racy(found.mtime_ns) else standing)


def _refused_input(run: Run, found: Found, refusal: RefusedInputError, known: IndexedFile | None) -> Outcome:
    path = found.path
    run.refusals.note(found, str(refusal), "passing")
    run.counters.skip(path)
    run.counters.inputs_refused += 1
    if refusal.accepted:
        run.counters.batch_accepted = True
    else:
        run.counters.refused_at_once = True
    run.report.refused(path, refusal.status, kept=known is not None)
    return "skipped"
