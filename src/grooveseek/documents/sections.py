"""Sections of files that have no lines of their own (pages, sheets, slides, parts of a text) become bounded chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from grooveseek.documents.bounds import content_budget
from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.document import Chunk
from grooveseek.documents.quality import quality_score
from grooveseek.documents.spans import trimmed
from grooveseek.documents.split import split


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading."""

    text: str
    """LF line ends."""
    heading: str | None = None
    level: int | None = None
    ancestry: tuple[str, ...] = ()
    keeps_lines: bool = False
    """True where a line is a unit that means something, such as a row or a paragraph."""


def section_chunks(title: str | None, sections: Iterable[Section]) -> tuple[Chunk, ...]:
    """The chunks of all sections, in order. A long section gives several, each under the section's heading."""
    chunks: list[Chunk] = []
    for section in sections:
        context = breadcrumb(title, section.ancestry, section.heading)
        for content in _pieces(section, content_budget(context, breadcrumb(title, (), section.heading))):
            chunks.append(
                Chunk(
                    index=len(chunks),
                    content=content,
                    heading=section.heading,
                    level=section.level,
                    ancestry=section.ancestry,
                    breadcrumb=context,
                    quality=quality_score(content, brief_is_fine=True),
                )
            )
    return tuple(chunks)


def _pieces(section: Section, budget: int) -> Iterator[str]:
    """The section's text in pieces of at most `budget`; an empty one for a heading without text."""
    text = section.text
    borders = [list(accumulate(len(line) for line in text.splitlines(keepends=True)))] if section.keeps_lines else []
    spans = split(text, (0, len(text)), budget, borders)
    if len(spans) <= 1:
        yield text
        return
    for span in spans:
        start, end = trimmed(text, span)
        if start < end:
            yield text[start:end]
