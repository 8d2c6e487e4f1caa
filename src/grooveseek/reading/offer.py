"""Which indexed documents the server hands over: the one predicate behind listings, reads and the `uri` of a hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from grooveseek.documents.registry import ParserSet
from grooveseek.index.records import DocumentRow
from grooveseek.kb.names import can_hold
from grooveseek.reading.limits import DECOMPRESSED_CAP, read_cap

Withheld = Literal[
    "extension-not-registered",
    "larger-than-a-read-returns",
    "binary-uris-withheld",
    "name-not-spellable-on-windows",
]
"""Why a document that is indexed and searchable is not handed over."""


def withheld(row: DocumentRow, parsers: ParserSet) -> Withheld | None:
    """None for a document on offer. A size that was never recorded counts as fine."""
    return next(reasons(row, parsers), None)


def reasons(row: DocumentRow, parsers: ParserSet) -> Iterator[Withheld]:
    """Everything that keeps a document from being handed over; one of no enabled format is measured as a text."""
    entry = parsers.format_of(row.path)
    kind = entry.kind if entry else "text"
    if entry is None:
        yield "extension-not-registered"
    if row.size is not None and row.size > read_cap(kind):
        yield "larger-than-a-read-returns"
    budget = parsers.options.max_decompressed_size
    if kind == "binary" and (budget is None or budget > DECOMPRESSED_CAP):
        yield "binary-uris-withheld"
    if not can_hold(row.path):
        yield "name-not-spellable-on-windows"


def offered(rows: Iterable[DocumentRow], parsers: ParserSet) -> Iterator[DocumentRow]:
    return (row for row in rows if withheld(row, parsers) is None)
