"""The whole examination of one index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grooveseek.errors import GrooveError
from grooveseek.index.errors import NoIndexError, NotADatabaseError
from grooveseek.index.identity import check_root
from grooveseek.index.open import open_index
from grooveseek.quality.diagnosis.chunking import chunking
from grooveseek.quality.diagnosis.currency import declared_fields, outdated, unfinished
from grooveseek.quality.diagnosis.finding import Diagnosis
from grooveseek.quality.diagnosis.integrity import integrity
from grooveseek.quality.diagnosis.servability import servability

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.workspace.workspace import Workspace


def examine(space: Workspace) -> Diagnosis:
    """Look at the index of `space`, whatever model made it, and change nothing. No document is opened.

    Raises `GrooveError` where it cannot be looked at: a schema or parser list that does not load, no index, one that is
    not usable or another knowledge base's.
    """
    declared, parsers = space.declared_fields(), space.parsers()
    try:
        index = open_index(space.kb.index_path, create=False)
    except NoIndexError:
        raise GrooveError(f"No index found at {space.kb.index_path}; run: {space.index_command()}") from None
    try:
        faults = index.check()
        with index.snapshot() as snapshot:
            facts, rows, fields = snapshot.facts(), snapshot.documents(), snapshot.field_counts()
            chunks = sum(snapshot.quality_counts(0.0))
        refusals = index.refusals()
        stale = sum(fault.count for fault in faults if fault.check == "stale-pending")
        # A run that goes on may have settled some between two looks.
        pending = max(0, _pending(index) - stale)
    finally:
        index.close()
    check_root(facts, space.kb.root, space.kb.index_path)

    def command(force: bool) -> str:
        return space.index_command(force=force)

    return Diagnosis(
        documents=len(rows),
        chunks=chunks,
        findings=(
            *integrity(faults, command),
            *servability(rows, parsers, command),
            *unfinished(facts, pending, chunks, command),
            *outdated([row.path for row in rows if row.path in refusals], command),
            *declared_fields(facts, declared, fields, command),
            *chunking(rows, parsers, facts.generations, command),
        ),
    )


def _pending(index: Index) -> int:
    """Chunks without a vector so far; none where no vector can be counted, which is a finding of its own."""
    try:
        with index.snapshot() as snapshot:
            return snapshot.stats().pending
    except NotADatabaseError:
        return 0
