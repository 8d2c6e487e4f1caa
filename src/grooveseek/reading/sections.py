"""The second-level sections of a Markdown guide as its reader sees them: nothing inside a code fence is a heading."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from grooveseek.documents.decode import searchable
from grooveseek.documents.frontmatter import read_frontmatter
from grooveseek.documents.markdown.blocks import read_blocks
from grooveseek.documents.markdown.headings import heading_text


@dataclass(frozen=True, slots=True)
class GuideSection:
    heading: str
    text: str
    """From the heading's own line up to the next second-level heading, outer white space trimmed."""


def guide_sections(markdown: str) -> list[GuideSection]:
    """In order; empty where there is no second-level heading."""
    text = searchable(markdown)
    body = text[read_frontmatter(text).body_start :]
    headings = [heading for heading in read_blocks(body).headings if heading.level == 2]
    starts = [*(heading.start for heading in headings), len(body)]
    return [
        GuideSection(heading_text(heading.markup).text, body[start:end].strip())
        for heading, (start, end) in zip(headings, pairwise(starts), strict=True)
    ]
