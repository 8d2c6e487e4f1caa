"""Passages as the hits of an answer."""

from __future__ import annotations

from grooveseek.documents.registry import FORMATS
from grooveseek.search.answer import Hit, Lines
from grooveseek.search.highlights import highlights
from grooveseek.search.parents import Passage
from grooveseek.search.query import CompiledQuery
from grooveseek.search.spans import match_spans

_RENDERED = frozenset({"html"})
_NOT_SOURCE = frozenset(entry.id for entry in FORMATS if entry.kind != "code")


def hit_of(passage: Passage, score: float, query: CompiledQuery) -> Hit:
    chunk, content = passage.hit, passage.content
    lines = lines_of(passage)
    start, end = (lines.start, lines.end) if lines and is_source(chunk.path) else (None, None)
    return Hit(
        chunk_id=chunk.chunk_id,
        score=score,
        path=chunk.path,
        title=chunk.title,
        heading=chunk.heading,
        topic=chunk.topic,
        date=chunk.date,
        tags=chunk.tags,
        content=content,
        match_spans=match_spans(content, query.span_terms),
        highlights=highlights(content, (*query.span_terms, *query.extra_terms)),
        lines=lines,
        expanded_from=passage.expanded_from,
        start_line=start,
        end_line=end,
        symbol_kind=chunk.symbol_kind if len(passage.chunks) == 1 else None,
    )


def lines_of(passage: Passage) -> Lines | None:
    """From the first line to the last of all that is shown; None unless every chunk knows its own."""
    starts = [chunk.start_line for chunk in passage.chunks]
    ends = [chunk.end_line for chunk in passage.chunks]
    if None in starts or None in ends:
        return None
    return Lines(min(filter(None, starts)), max(filter(None, ends)))


def is_verbatim(path: str) -> bool:
    """Whether what is shown of a file with lines are those lines, so that line ends of both can be counted alike."""
    return path.rpartition(".")[2].lower() not in _RENDERED


def is_source(path: str) -> bool:
    """Whether a file with lines is source code. Grammars may add extensions, so what is not source is listed."""
    return path.rpartition(".")[2].lower() not in _NOT_SOURCE
