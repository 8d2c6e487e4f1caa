"""Rows that contradict each other: what the index engine finds, with the command that repairs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grooveseek.index.records import Fault
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand

_RESTORED = {
    "missing-embedding": "it embeds these chunks",
    "orphan-embedding": "it removes these rows",
    "missing-fts-row": "it restores the words from the stored text",
    "orphan-fts-row": "it removes these rows",
    "chunk-without-document": "it removes these chunks and reads their files again",
    "document-without-chunks": "it reads these files again",
    "stale-pending": "it settles these chunks",
    "packed-vectors": "it packs the vectors anew",
    "packed-words": "it packs the words anew",
}
"""What an ordinary run puts right, without embedding what it need not."""


_TABLES = frozenset({"vector-table-missing", "table-missing"})


def integrity(faults: Iterable[Fault], command: IndexCommand) -> Iterator[Finding]:
    """All errors, in the order of `faults`. Where a table is missing, no ordinary run can go on."""
    found = list(faults)
    whole = _TABLES.isdisjoint(fault.check for fault in found)
    for fault in found:
        restoring = _RESTORED.get(fault.check) if whole else None
        remedy = f"{command(False)}: {restoring}" if restoring else f"{command(True)}: it rebuilds the index"
        summary = f"{fault.count} {fault.summary}."
        yield Finding(fault.check, "error", summary, fault.count, fault.samples, remedy)
