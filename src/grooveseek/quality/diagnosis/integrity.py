"""Rows that contradict each other: what the index engine finds, with the command that repairs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grooveseek.index.records import Fault
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand, Severity

_RESTORED = {
    "missing-embedding": "it embeds these chunks",
    "orphan-embedding": "it removes these rows",
    "missing-fts-row": "it restores the words from the stored text",
    "orphan-fts-row": "it removes these rows",
    "chunk-without-document": "it removes these chunks and reads their files again",
    "document-without-chunks": "it reads these files again",
    "chunk-order": "it reads these files again",
    "field-rows": "it reads these files again",
    "orphan-field-row": "it removes these rows",
    "stale-pending": "it settles these chunks",
    "packed-vectors": "it packs the vectors anew",
    "packed-words": "it packs the words anew",
    "not-packed": "it packs them",
}
"""What an ordinary run puts right, without embedding what it need not."""

_LOSES_NOTHING = frozenset({"not-packed"})

_TABLES = frozenset({"vector-table-missing", "table-missing"})


def integrity(faults: Iterable[Fault], command: IndexCommand) -> Iterator[Finding]:
    """In the order of `faults`; errors where something is lost. With a table missing, no ordinary run can go on."""
    found = list(faults)
    whole = _TABLES.isdisjoint(fault.check for fault in found)
    for fault in found:
        restoring = _RESTORED.get(fault.check) if whole else None
        remedy = f"{command(False)}: {restoring}" if restoring else f"{command(True)}: it rebuilds the index"
        summary = f"{fault.summary[0].upper()}{fault.summary[1:]}: {fault.count}."
        severity: Severity = "warning" if fault.check in _LOSES_NOTHING else "error"
        yield Finding(fault.check, severity, summary, fault.count, fault.samples, remedy)
