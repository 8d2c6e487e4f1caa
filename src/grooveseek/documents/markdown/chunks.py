"""Sections become bounded chunks: small ones join the chunk before them, long ones are split."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grooveseek.documents.bounds import TINY_BYTES, TINY_TOKENS, content_budget, size
from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.document import Chunk
from grooveseek.documents.markdown.sections import Section, runs, subsections
from grooveseek.documents.quality import quality_score
from grooveseek.documents.spans import LineNumbers, Span, trimmed
from grooveseek.documents.split import split

_SAYS_SOMETHING = re.compile(r"[^\s*_-]")


@dataclass(frozen=True, slots=True)
class Body:
    """A Markdown body and what its chunks need to know of the document."""

    text: str
    borders: Sequence[Sequence[int]]
    title: str | None
    """The breadcrumb's title."""
    first_line: int
    """1-based line of the file at which the body starts."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A chunk as a place in the body."""

    section: Section
    start: int
    """Where it begins, heading included."""
    content: Span
    budget: int


def chunk_sections(body: Body, sections: Sequence[Section]) -> tuple[Chunk, ...]:
    """The chunks of a body, in order: verbatim spans of it without the blank lines around them."""
    drafts: list[_Draft] = []
    for run in runs(sections):
        for draft in _drafts(body, run):
            previous = drafts[-1] if drafts else None
            if previous and _joins(body, previous, draft):
                drafts[-1] = _Draft(
                    previous.section, previous.start, (previous.content[0], draft.content[1]), previous.budget
                )
            elif _is_worth_a_chunk(body, draft):
                drafts.append(draft)
    return tuple(_chunks(body, drafts))


def _drafts(body: Body, run: Sequence[Section]) -> Iterator[_Draft]:
    first = run[0]
    content = (first.content_start, run[-1].end)
    budget = _budget(body, first)
    if size(body.text[slice(*content)]) <= budget:
        yield _Draft(first, first.start, content, budget)
    elif len(run) > 1:
        yield from _drafts(body, run[:1])
        for part in subsections(run):
            yield from _drafts(body, part)
    else:
        for place, span in enumerate(split(body.text, content, budget - TINY_TOKENS, body.borders)):
            yield _Draft(first, span[0] if place else first.start, span, budget)


def _budget(body: Body, section: Section) -> int:
    return content_budget(
        breadcrumb(body.title, (), section.heading), breadcrumb(body.title, section.ancestry, section.heading)
    )


def _joins(body: Body, previous: _Draft, draft: _Draft) -> bool:
    """Whether a draft of next to nothing goes to the chunk that ends where it begins."""
    if previous.content[1] != draft.start or len(body.text[slice(*draft.content)].strip().encode()) >= TINY_BYTES:
        return False
    return size(body.text[previous.content[0] : draft.content[1]]) <= previous.budget


def _is_worth_a_chunk(body: Body, draft: _Draft) -> bool:
    if not draft.section.heading:
        return _SAYS_SOMETHING.search(body.text, *draft.content) is not None
    # A heading counts by itself, but only once: blank lines may be longer than a chunk.
    return draft.start == draft.section.start or not body.text[slice(*draft.content)].isspace()


def _chunks(body: Body, drafts: Sequence[_Draft]) -> Iterator[Chunk]:
    numbers = LineNumbers(body.text, body.first_line)
    for index, draft in enumerate(drafts):
        span = trimmed(body.text, draft.content)
        content = body.text[slice(*span)]
        first, last = numbers.range(span if content else (draft.start, draft.start))
        section = draft.section
        yield Chunk(
            index=index,
            content=content,
            heading=section.heading,
            level=section.level,
            ancestry=section.ancestry,
            breadcrumb=breadcrumb(body.title, section.ancestry, section.heading),
            quality=quality_score(content),
            start_line=first,
            end_line=last,
            attributes=section.attributes,
        )
