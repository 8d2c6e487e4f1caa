"""PDF to text, inside the reader process. Only this module knows the PDF library."""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as raw

from grooveseek.documents.isolation.job import ReaderError, Terms
from grooveseek.documents.pdf.columns import Area, reading_order, wide_gaps

MOST_PAGE_BYTES = 1024 * 1024

_PASSWORD_NEEDED = raw.FPDF_ERR_PASSWORD
_LONGEST_LAID_OUT = 20_000
"""Characters; a page of more is no page of columns that somebody reads."""
_PROBE = 120
_LEAST_GAPS = 2
"""Wide gaps among the pieces in the middle of a page, without which it has no columns: so most pages cost no more."""
_LINE_END_HYPHEN = "\ufffe"


@dataclass(frozen=True, slots=True)
class PdfText:
    """What one PDF says. Page texts have LF line ends and are otherwise as the library gives them."""

    title: str | None
    """The `/Title` entry; None where there is none or it cannot be decoded."""
    created: str
    """The `/CreationDate` entry as it stands, or nothing."""
    pages: list[str]
    cut: list[int]
    """1-based numbers of the pages of more than 1 MiB, which are cut there."""
    unreadable: list[int]
    """1-based numbers of the pages that could not be read; their text is empty."""


def extract(data: bytes, terms: Terms) -> PdfText:
    """Read all pages. Raises `ReaderError` for what is no PDF, needs a password, or goes beyond `terms`."""
    end = time.monotonic() + terms.deadline_seconds
    pdf = _open(data)
    pages: list[str] = []
    cut: list[int] = []
    unreadable: list[int] = []
    total = 0
    for number in range(1, len(pdf) + 1):
        try:
            text, was_cut = _page_text(pdf, number - 1)
        except pypdfium2.PdfiumError:
            text, was_cut = "", False
            unreadable.append(number)
        if was_cut:
            cut.append(number)
        total += len(text.encode())
        pages.append(text)
        if terms.text_budget is not None and total > terms.text_budget:
            raise ReaderError(f"holds more text than [index].max_decompressed_size allows ({terms.text_budget} bytes)")
        if time.monotonic() > end:
            reason = f"reading it took longer than {terms.deadline_seconds:g} s (at page {number})"
            raise ReaderError(reason, lasting=False)
    return PdfText(_title(pdf), pdf.get_metadata_value("CreationDate"), pages, cut, unreadable)


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == _PASSWORD_NEEDED:
            raise ReaderError("encrypted: it opens only with a password") from error
        if b"%PDF-" not in data[:1024]:
            raise ReaderError("not a PDF file, whatever its name says") from error
        raise ReaderError("the PDF is damaged or incomplete") from error


def _page_text(pdf: pypdfium2.PdfDocument, index: int) -> tuple[str, bool]:
    """The text of a page, and whether it had to be cut."""
    page = pdf[index]
    try:
        text_page = page.get_textpage()
        try:
            characters = max(text_page.count_chars(), 0)
            text = text_page.get_text_range(0, min(characters, MOST_PAGE_BYTES)) if characters else ""
            if characters <= _LONGEST_LAID_OUT:
                text = _in_reading_order(text_page, text)
        finally:
            text_page.close()
    finally:
        page.close()
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(_LINE_END_HYPHEN, "-\n")
    encoded = text.encode()
    was_cut = characters > MOST_PAGE_BYTES or len(encoded) > MOST_PAGE_BYTES
    return encoded[:MOST_PAGE_BYTES].decode(errors="ignore"), was_cut


def _in_reading_order(page: pypdfium2.PdfTextPage, text: str) -> str:
    """`text`, or the same characters column by column where the page has columns that are drawn across."""
    count = page.count_rects()
    middle = range(max(0, (count - _PROBE) // 2), min(count, (count + _PROBE) // 2))
    if wide_gaps(_areas(page, middle)) < _LEAST_GAPS:
        return text
    ordered = reading_order(_areas(page, range(count)), lambda area: page.get_text_bounded(*area))
    # A character on no column's ground would be lost.
    return (
        ordered if ordered is not None and sorted("".join(ordered.split())) == sorted("".join(text.split())) else text
    )


def _areas(page: pypdfium2.PdfTextPage, places: range) -> list[Area]:
    """The areas of some of a page's pieces of text, which must have been counted before."""
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    handle, ask = page.raw, raw.FPDFText_GetRect
    areas: list[Area] = []
    for place in places:
        ask(handle, place, left, top, right, bottom)
        areas.append((left.value, bottom.value, right.value, top.value))
    return areas


def _title(pdf: pypdfium2.PdfDocument) -> str | None:
    try:
        return pdf.get_metadata_value("Title") or None
    except UnicodeDecodeError:
        return None
