"""Sections whose text is not the lines of a file (pages, sheets, slides, parts of a text) become bounded chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from grooveseek.documents.bounds import content_budget
from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.document import Chunk
from grooveseek.documents.quality import quality_score
from grooveseek.documents.spans import Span, trimmed
from grooveseek.documents.split import split


@dataclass(frozen=True, slots=True)
class Places:
    """Where a section's text stands in its file. Lines are 1-based and inclusive."""

    line: int
    """Where the section begins."""
    marks: Sequence[tuple[int, int, int]]
    """Ascending: from this offset of the text on, its first and last line."""

    def lines_of(self, span: Span) -> tuple[int, int]:
        if span[0] == span[1] or not self.marks:
            return self.line, self.line
        return self._at(span[0])[1], self._at(span[1] - 1)[2]

    def _at(self, offset: int) -> tuple[int, int, int]:
        return self.marks[max(bisect_right(self.marks, offset, key=lambda mark: mark[0]) - 1, 0)]


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
    places: Places | None = None
    """None for files without lines."""


def section_chunks(title: str | None, sections: Iterable[Section]) -> tuple[Chunk, ...]:
    """The chunks of all sections, in order. A long section gives several, each under the section's heading."""
    chunks: list[Chunk] = []
    for section in sections:
        context = breadcrumb(title, section.ancestry, section.heading)
        for span in _spans(section, content_budget(context, breadcrumb(title, (), section.heading))):
            content = section.text[slice(*span)]
            first, last = section.places.lines_of(span) if section.places else (None, None)
            chunks.append(
                Chunk(
                    index=len(chunks),
                    content=content,
                    heading=section.heading,
                    level=section.level,
                    ancestry=section.ancestry,
                    breadcrumb=context,
                    quality=quality_score(content, brief_is_fine=True),
                    start_line=first,
                    end_line=last,
                )
            )
    return tuple(chunks)


def _spans(section: Section, budget: int) -> Iterator[Span]:
    """The section's text in pieces of at most `budget`; an empty one for a heading without text."""
    text = section.text
    borders = [list(accumulate(len(line) for line in text.splitlines(keepends=True)))] if section.keeps_lines else []
    spans = split(text, (0, len(text)), budget, borders)
    if len(spans) <= 1:
        yield 0, len(text)
        return
    for span in spans:
        start, end = trimmed(text, span)
        if start < end:
            yield start, end
