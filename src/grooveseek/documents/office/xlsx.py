"""One Excel file to a document: a section for each worksheet."""

from __future__ import annotations

import importlib.util

import msgspec

from grooveseek.documents.document import Document
from grooveseek.documents.extras import how_to_install
from grooveseek.documents.isolation.client import read_isolated
from grooveseek.documents.isolation.job import ReaderError
from grooveseek.documents.office.package import OfficeError, Package
from grooveseek.documents.office.parts import OfficeFile
from grooveseek.documents.office.properties import read_properties
from grooveseek.documents.parser import ParseFunction, ParseOptions
from grooveseek.documents.sections import Section, section_chunks
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import ConfigError, RefusedFileError

_LEVEL = 2


class Sheet(msgspec.Struct, frozen=True):
    """`cells.Sheet` as it comes out of the reader process, checked."""

    name: str
    text: str
    is_cut: bool
    fault: str | None

    @property
    def warning(self) -> str | None:
        if self.fault:
            return f"the sheet {self.name!r} cannot be read ({self.fault}); left out"
        if self.is_cut:
            return f"the sheet {self.name!r} holds more than 1 MiB of text; the rest of it is left out"
        return None


class Sheets(msgspec.Struct, frozen=True):
    """`cells.Sheets` likewise."""

    sheets: list[Sheet]


def xlsx_parser() -> ParseFunction:
    """Raises `ConfigError` where the workbook library is not installed."""
    if importlib.util.find_spec("python_calamine") is None:
        raise ConfigError(
            f"[parsers].enabled: `xlsx` needs the workbook library; install it: {how_to_install('office')}"
        )
    return parse_xlsx


def parse_xlsx(path: str, data: bytes, options: ParseOptions) -> Document:
    """Raises `RefusedFileError` for a file that cannot be opened, takes too long, or is over the budget."""
    budget = options.max_decompressed_size
    try:
        file = OfficeFile(Package(data, budget))
        file.package.inflate_all()
        properties = read_properties(file)
        answer = read_isolated("xlsx", data, deadline_seconds=options.deadline_seconds, text_budget=budget)
        sheets = msgspec.json.decode(answer, type=Sheets).sheets
    except OfficeError as error:
        raise RefusedFileError(path, str(error)) from error
    except ReaderError as error:
        raise RefusedFileError(path, str(error), lasting=error.lasting) from error
    except msgspec.DecodeError as error:
        raise RefusedFileError(path, f"its reader gave an answer of no sense ({error})") from error
    title = properties.title or title_from_file_name(path)
    return Document(
        path=path,
        chunks=section_chunks(title, (_section(sheet) for sheet in sheets if sheet.text.strip())),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        date=properties.date,
        tags=properties.tags,
        warnings=(*file.warnings, *filter(None, (sheet.warning for sheet in sheets))),
    )


def _section(sheet: Sheet) -> Section:
    return Section(sheet.text, f"Sheet: {sheet.name}", _LEVEL, keeps_lines=True)
