"""A body as sections: what stands under one heading, and which headings stand above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grooveseek.documents.markdown.blocks import Heading
from grooveseek.documents.markdown.headings import HeadingText, heading_text

CHUNK_LEVEL = 3
"""Headings down to this level always start a chunk."""


@dataclass(frozen=True, slots=True)
class Section:
    """The text from one heading to the next of any level. Offsets are code points of the body."""

    heading: str | None
    """None for the text before the first heading."""
    level: int | None
    ancestry: tuple[str, ...]
    start: int
    """Where the heading begins."""
    content_start: int
    """Where the content begins: behind the heading, or at it where its line says more than `heading` does."""
    end: int
    is_excluded: bool = False
    attributes: str = ""
    """Those of the heading that are not in the content."""

    @property
    def always_starts_chunk(self) -> bool:
        return self.level is None or self.level <= CHUNK_LEVEL


def read_sections(headings: Sequence[Heading], length: int, excluded: Sequence[str] = ()) -> list[Section]:
    """The sections of a body of `length` code points, in order; the first one has no heading.

    A heading that contains an entry of `excluded` takes its text out: up to the next heading that always starts
    a chunk, or, where it does not do so itself, up to the next heading of any level. It still stands above others.
    """
    ends = [heading.start for heading in headings[1:]] + [length]
    sections = [Section(None, None, (), 0, 0, headings[0].start if headings else length)]
    above: list[tuple[int, str]] = []
    inherited = False
    for heading, end in zip(headings, ends, strict=False):
        shown = heading_text(heading.markup)
        while above and above[-1][0] >= heading.level:
            above.pop()
        matches = any(entry in shown.text or entry in heading.markup for entry in excluded if entry)
        if heading.level <= CHUNK_LEVEL:
            inherited = matches
        sections.append(_section(heading, shown, tuple(text for _, text in above), end, matches or inherited))
        above.append((heading.level, shown.text))
    return sections


def _section(heading: Heading, shown: HeadingText, ancestry: tuple[str, ...], end: int, is_excluded: bool) -> Section:
    return Section(
        heading=shown.text,
        level=heading.level,
        ancestry=tuple(filter(None, ancestry)),
        start=heading.start,
        content_start=heading.end if shown.is_whole else heading.start,
        end=end,
        is_excluded=is_excluded,
        attributes=shown.attributes if shown.is_whole else "",
    )


def runs(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """The sections that stay, a list for each run that may be one chunk: it starts where a chunk must start."""
    run: list[Section] = []
    for section in sections:
        if run and (section.is_excluded or section.always_starts_chunk):
            yield run
            run = []
        if not section.is_excluded:
            run.append(section)
    if run:
        yield run


def subsections(run: Sequence[Section]) -> list[Sequence[Section]]:
    """A run without its first section, parted where the outermost of the remaining headings stand."""
    rest = run[1:]
    outermost = min(section.level or 1 for section in rest)
    starts = [place for place, section in enumerate(rest) if not place or section.level == outermost]
    return [rest[start:end] for start, end in pairwise((*starts, len(rest)))]
