"""Documents that are found but not handed over, judged by the very rules of the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grooveseek.documents.registry import ParserSet
from grooveseek.index.records import DocumentRow
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand, warning
from grooveseek.reading.limits import BINARY_CAP, DECOMPRESSED_CAP, TEXT_CAP
from grooveseek.reading.offer import Withheld, reasons
from grooveseek.text.counted import counted

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
            yield warning(check, f"{counted(len(found), 'document')} {summary}.", len(found), told, samples=found)
    unmeasured = sum(row.size is None for row in rows)
    if unmeasured:
        yield warning(
            "size-not-recorded",
            f"{counted(unmeasured, 'document')} without a recorded size, and so never judged too large.",
            unmeasured,
            f"{command(False)}: it measures without embedding anything",
        )


_TOLD: tuple[tuple[Withheld, str, str], ...] = (
    (
        "extension-not-registered",
        "with an extension that [parsers].enabled does not list: searchable, but not offered as a resource",
        "put the extension back into [parsers].enabled, or run {command}, which removes such rows",
    ),
    (
        "name-not-spellable-on-windows",
        "with a name that the index cannot hold here: searchable, but not offered as a resource",
        "{command}: it removes such rows; rename the files to have them indexed",
    ),
    (
        "larger-than-a-read-returns",
        f"larger than one read hands over ({_CAPS}): hits carry no uri",
        "split what is listed into smaller documents",
    ),
    (
        "binary-uris-withheld",
        f"of a binary format while [index].max_decompressed_size is over {_BUDGET}: searchable, but without a uri",
        f"set [index].max_decompressed_size back to {_BUDGET} or less",
    ),
)
"""In the order in which they are told."""
