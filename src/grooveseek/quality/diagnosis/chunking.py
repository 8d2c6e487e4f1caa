"""Source code that could not be cut as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grooveseek.documents.registry import ParserSet
from grooveseek.index.records import DocumentRow
from grooveseek.indexing.settle import format_rule
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand, warning
from grooveseek.search.hits import is_source
from grooveseek.text.counted import counted


def chunking(
    rows: Sequence[DocumentRow], parsers: ParserSet, recorded: Mapping[str, str], command: IndexCommand
) -> Iterator[Finding]:
    """`recorded`: the rules that made the stored chunks."""
    source = [row for row in rows if is_source(row.path)]
    if not source:
        return
    unknown = sum(not _is_current(row, parsers, recorded) for row in source)
    if unknown:
        yield warning(
            "chunk-policy-not-recorded",
            counted(unknown, "document of source code was", "documents of source code were")
            + " cut by rules that are not recorded or no longer the current ones, so that the end of a long definition "
            "may be missing.",
            unknown,
            f"{command(False)}: it reads such documents again",
        )
    undefined = [row.path for row in source if _UNDEFINED.intersection(row.tags)]
    if undefined:
        yield warning(
            "chunked-without-definitions",
            counted(len(undefined), "document of source code is", "documents of source code are")
            + " cut by lines: complete and searchable, but without the kind, name and scope of definitions.",
            len(undefined),
            "split what is listed or flatten its nesting; no command helps",
            samples=undefined,
        )


_UNDEFINED = frozenset({"parse:too-deep", "parse:too-many-chunks", "parse:too-costly"})
"""Tags that the parser of source code gives; on a note they mean nothing."""


def _is_current(row: DocumentRow, parsers: ParserSet, recorded: Mapping[str, str]) -> bool:
    """True where the format is no longer enabled: then there are no rules to compare with."""
    entry = parsers.format_of(row.path)
    return entry is None or recorded.get(format_rule(entry.id)) == entry.generation(parsers.options)
