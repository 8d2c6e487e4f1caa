"""Worksheets to text, inside the reader process. Only this module knows the workbook library.

It keeps a sheet as one block from the first to the last used cell, so that two cells in opposite corners ask for half
a terabyte and end the process: one of the reasons why it has a process of its own.
"""

from __future__ import annotations

import datetime
import io
from dataclasses import dataclass

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum

from grooveseek.documents.isolation.job import ReaderError, Terms

MOST_SHEET_BYTES = 1024 * 1024

Cell = str | float | bool | datetime.date | datetime.time | datetime.timedelta


@dataclass(frozen=True, slots=True)
class Sheet:
    """One worksheet: its rows as lines, its cells between tabs."""

    name: str
    text: str
    is_cut: bool = False
    fault: str | None = None
    """Why it could not be read."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The worksheets of a workbook, in its order."""

    sheets: list[Sheet]


def extract(data: bytes, terms: Terms) -> Sheets:  # noqa: ARG001 - what every reader takes
    """Read all worksheets, hidden ones too. Raises `ReaderError` for what is no workbook."""
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    except CalamineError as error:
        raise ReaderError(f"the workbook cannot be read ({error})") from error
    return Sheets(
        [_sheet(workbook, each.name) for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    )


def _sheet(workbook: CalamineWorkbook, name: str) -> Sheet:
    try:
        rows = workbook.get_sheet_by_name(name).iter_rows()
    except CalamineError as error:
        return Sheet(name, "", fault=str(error))
    lines: list[str] = []
    size = 0
    for line in filter(None, map(_line, rows)):
        lines.append(line)
        size += len(line.encode()) + 1
        if size > MOST_SHEET_BYTES:
            return Sheet(name, "\n".join(lines), is_cut=next(rows, None) is not None)
    return Sheet(name, "\n".join(lines))


def _line(row: list[Cell]) -> str:
    # An empty cell before a filled one keeps its place, so that columns stay columns.
    return "\t".join(map(_text, row)).rstrip()


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return " ".join(cell.split()) if "\n" in cell or "\t" in cell or "\r" in cell else cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return f"{cell:.15g}"
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(" ", "seconds")
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell)
