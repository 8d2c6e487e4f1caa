"""One Markdown file to a document."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.documents.decode import decode, searchable
from grooveseek.documents.document import Document
from grooveseek.documents.embedded_data import without_payloads
from grooveseek.documents.frontmatter import read_frontmatter
from grooveseek.documents.markdown.blocks import read_blocks
from grooveseek.documents.markdown.chunks import Body, chunk_sections
from grooveseek.documents.markdown.sections import Section, read_sections
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of


def parse_markdown(path: str, data: bytes, options: ParseOptions) -> Document:
    """The document of one Markdown file. Raises `RefusedFileError` where its bytes are not text."""
    text = searchable(decode(path, data))
    top = read_frontmatter(text)
    body, warnings = without_payloads(text[top.body_start :])
    blocks = read_blocks(body)
    sections = read_sections(blocks.headings, len(body), options.exclude_headings)
    title = top.frontmatter.title or _first_title(sections)
    chunks = chunk_sections(
        Body(
            text=body,
            borders=blocks.borders,
            title=title or title_from_file_name(path),
            first_line=text.count("\n", 0, top.body_start) + 1,
        ),
        sections,
    )
    return Document(
        path=path,
        chunks=chunks,
        title=title,
        category=category_of(path),
        topic=top.frontmatter.topic or topic_of(path),
        date=top.frontmatter.date,
        depth=top.frontmatter.depth,
        tags=top.frontmatter.tags,
        fields=top.frontmatter.fields,
        frontmatter_error=top.frontmatter.error,
        warnings=warnings,
    )


def _first_title(sections: Sequence[Section]) -> str | None:
    titles = (section.heading for section in sections if section.level == 1 and not section.is_excluded)
    return next(filter(None, titles), None)
