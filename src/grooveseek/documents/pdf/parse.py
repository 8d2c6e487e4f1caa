"""One PDF to a document: a section for each page with text.

The reader process takes 0.1 s to start and reads the files of a run one after the other.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from datetime import date

import msgspec

from grooveseek.documents.document import Document
from grooveseek.documents.extras import how_to_install
from grooveseek.documents.isolation.client import read_isolated
from grooveseek.documents.isolation.job import ReaderError
from grooveseek.documents.parser import ParseFunction, ParseOptions
from grooveseek.documents.pdf.gates import mojibake, too_thin
from grooveseek.documents.pdf.tidy import tidy
from grooveseek.documents.sections import Section, section_chunks
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import ConfigError, RefusedFileError

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_DATE = re.compile(r"(?:D:)?(\d{4})-?(\d{2})-?(\d{2})")


class PdfText(msgspec.Struct, frozen=True):
    """`extract.PdfText` as it comes out of the reader process, checked: its author may be the file's."""

    title: str | None
    created: str
    pages: list[str]
    cut: list[int]
    unreadable: list[int]


def pdf_parser() -> ParseFunction:
    """Raises `ConfigError` where the PDF library is not installed."""
    if importlib.util.find_spec("pypdfium2") is None:
        raise ConfigError(f"[parsers].enabled: `pdf` needs the PDF library; install it: {how_to_install('pdf')}")
    return parse_pdf


def parse_pdf(path: str, data: bytes, options: ParseOptions) -> Document:
    """Raises `RefusedFileError` for a file that cannot be read, takes too long, or holds no text to speak of."""
    try:
        answer = read_isolated(
            "pdf", data, deadline_seconds=options.deadline_seconds, text_budget=options.max_decompressed_size
        )
        text = msgspec.json.decode(answer, type=PdfText)
    except ReaderError as error:
        raise RefusedFileError(path, str(error), lasting=error.lasting) from error
    except msgspec.DecodeError as error:
        raise RefusedFileError(path, f"its reader gave an answer of no sense ({error})") from error
    if reason := mojibake(text.pages) or too_thin(text.pages):
        raise RefusedFileError(path, reason)
    title = _title(text.title) or title_from_file_name(path)
    return Document(
        path=path,
        chunks=section_chunks(title, pages(text.pages)),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        date=_date(text.created),
        warnings=(
            *(f"page {number} holds more than 1 MiB of text; the rest of it is left out" for number in text.cut),
            *(f"page {number} cannot be read" for number in text.unreadable),
        ),
    )


def pages(texts: Sequence[str]) -> list[Section]:
    """A section for each page that is not blank, named after its number."""
    return [
        Section(content, heading=f"p.{number}")
        for number, text in enumerate(texts, start=1)
        if (content := tidy(text).strip())
    ]


def _title(entry: str | None) -> str | None:
    title = (entry or "").strip()
    return None if _CONTROL.search(title) else title or None


def _date(entry: str) -> str | None:
    found = _DATE.match(entry)
    try:
        return date(*map(int, found.groups())).isoformat() if found else None
    except ValueError:
        return None
