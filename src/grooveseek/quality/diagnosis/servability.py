"""Documents that are found but not handed over, judged by the very rules of the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grooveseek.documents.registry import ParserSet
from grooveseek.index.records import DocumentRow
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand, warning
from grooveseek.reading.limits import BINARY_CAP, DECOMPRESSED_CAP, TEXT_CAP
from grooveseek.reading.offer import Withheld, reasons

_MIB = 1024 * 1024
_CAPS = f"{TEXT_CAP // _MIB} MiB of text, {BINARY_CAP // _MIB} MiB of a binary format"
_BUDGET = f"{DECOMPRESSED_CAP // _MIB} MiB"


def servability(rows: Sequence[DocumentRow], parsers: ParserSet, command: IndexCommand) -> Iterator[Finding]:
    paths: dict[Withheld, list[str]] = {}
    for row in rows:
        for reason in reasons(row, parsers):
            paths.setdefault(reason, []).append(row.path)
    for check, summary, remedy in _TOLD:
        if found := paths.get(check):
            told = remedy.format(command=command(False))
            yield warning(check, f"{len(found)} documents {summary}.", len(found), told, samples=found)
    unmeasured = sum(row.size is None for row in rows)
    if unmeasured:
        yield warning(
            "size-not-recorded",
            f"{unmeasured} documents have no recorded size, so that none of them is judged too large.",
            unmeasured,
            f"{command(False)}: it measures them without embedding anything",
        )


_TOLD: tuple[tuple[Withheld, str, str], ...] = (
    (
        "extension-not-registered",
        "have an extension that [parsers].enabled does not list; they are searchable, but not offered as resources",
        "put the extension back into [parsers].enabled, or run {command}, which removes their rows",
    ),
    (
        "name-not-spellable-on-windows",
        "have a name that the index cannot hold here; they are searchable, but not offered as resources",
        "{command}: it removes their rows; rename the files to have them indexed",
    ),
    (
        "larger-than-a-read-returns",
        f"are larger than one read hands over ({_CAPS}); their hits carry no uri",
        "split these documents into smaller ones",
    ),
    (
        "binary-uris-withheld",
        f"are binary while [index].max_decompressed_size is over {_BUDGET}: they are searchable, but without a uri",
        f"set [index].max_decompressed_size back to {_BUDGET} or less",
    ),
)
"""In the order in which they are told."""
