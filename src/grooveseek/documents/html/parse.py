"""One HTML file to a document: a section for each heading of the first three levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grooveseek.documents.decode import decode, searchable
from grooveseek.documents.document import Document
from grooveseek.documents.isolation.client import read_isolated
from grooveseek.documents.isolation.job import ReaderError
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.sections import Places, Section, section_chunks
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import RefusedFileError


class HtmlSection(msgspec.Struct, frozen=True):
    """`extract.HtmlSection` as it comes out of the reader process, checked."""

    heading: str | None
    level: int | None
    text: str
    line: int
    marks: list[tuple[int, int, int]]


class HtmlText(msgspec.Struct, frozen=True):
    """`extract.HtmlText` likewise."""

    title: str | None
    sections: list[HtmlSection]


def parse_html(path: str, data: bytes, options: ParseOptions) -> Document:
    """Raises `RefusedFileError` for bytes that are no text and for a page that takes too long."""
    text = searchable(decode(path, data))
    try:
        answer = read_isolated(
            "html",
            text.encode(),
            deadline_seconds=options.deadline_seconds,
            text_budget=options.max_decompressed_size,
        )
        page = msgspec.json.decode(answer, type=HtmlText)
    except ReaderError as error:
        raise RefusedFileError(path, str(error), lasting=error.lasting) from error
    except msgspec.DecodeError as error:
        raise RefusedFileError(path, f"its reader gave an answer of no sense ({error})") from error
    first = next((section.heading for section in page.sections if section.level == 1 and section.heading), None)
    title = page.title or first or title_from_file_name(path)
    return Document(
        path=path,
        chunks=section_chunks(title, _sections(page.sections, options.exclude_headings)),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
    )


def _sections(found: Sequence[HtmlSection], excluded: Sequence[str]) -> Iterator[Section]:
    above: dict[int, str] = {}
    for section in found:
        level, heading = section.level or 0, section.heading or ""
        above = {depth: name for depth, name in above.items() if depth < level}
        if not any(entry in heading for entry in excluded):
            places = Places(section.line, section.marks)
            yield Section(
                section.text, section.heading, section.level, tuple(above.values()), keeps_lines=True, places=places
            )
        if heading:
            above[level] = heading
