"""The paragraphs of one part of a Word file: its body, notes, headers or footers."""

from __future__ import annotations

from dataclasses import dataclass, field

from grooveseek.documents.office.xml import Attributes

_TEXT = frozenset({"w:t", "m:t"})
_MARKS = {"w:br": "\n", "w:cr": "\n", "w:tab": "\t", "w:ptab": "\t", "w:noBreakHyphen": "-"}
_PAGE_FIELDS = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that is not blank, trimmed."""

    text: str
    style: str | None
    """The id of its style."""


@dataclass(slots=True)
class _Open:
    """A paragraph before its end."""

    style: str | None = None
    parts: list[str] = field(default_factory=list)
    inner: list[Paragraph] = field(default_factory=list)
    """Paragraphs of text boxes that are anchored in it."""


@dataclass(slots=True)
class _Field:
    """A field before its end: first comes what is to be computed, then what it last came to."""

    instruction: list[str] = field(default_factory=list)
    in_result: bool = False

    @property
    def is_page_number(self) -> bool:
        words = "".join(self.instruction).split()
        return self.in_result and bool(words) and words[0].upper() in _PAGE_FIELDS


class WordText:
    """Takes the events of a part. Deleted and moved-away text, readings of characters and page numbers are left out."""

    skipped: frozenset[str] = frozenset(
        {"mc:Fallback", "w:del", "w:moveFrom", "w:rt", "w:tabs", "w:pPrChange", "w:rPrChange", "w:sectPrChange"}
    )

    def __init__(self) -> None:
        self.paragraphs: list[Paragraph] = []
        self._open: list[_Open] = []
        self._fields: list[_Field] = []
        self._simple_page_fields = 0
        self._in_text = False
        self._in_instruction = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "w:p":
            self._open.append(_Open())
        elif name == "w:pStyle" and self._open:
            self._open[-1].style = attributes.get("w:val")
        elif name in _TEXT:
            self._in_text = True
        elif name in _MARKS:
            self._append(_MARKS[name])
        elif name == "w:fldChar":
            self._field_mark(attributes.get("w:fldCharType"))
        elif name == "w:instrText":
            self._in_instruction = True
        elif name == "w:fldSimple":
            words = attributes.get("w:instr", "").split()
            if self._simple_page_fields or (words and words[0].upper() in _PAGE_FIELDS):
                self._simple_page_fields += 1

    def end(self, name: str) -> None:
        if name == "w:p" and self._open:
            self._close()
        elif name in _TEXT:
            self._in_text = False
        elif name == "w:instrText":
            self._in_instruction = False
        elif name == "w:fldSimple" and self._simple_page_fields:
            self._simple_page_fields -= 1

    def text(self, text: str) -> None:
        if self._in_text:
            self._append(text)
        elif self._in_instruction and self._fields:
            self._fields[-1].instruction.append(text)

    def finish(self) -> list[Paragraph]:
        """All paragraphs, also those that a malformed part does not end."""
        while self._open:
            self._close()
        return self.paragraphs

    def _append(self, text: str) -> None:
        if self._open and not self._simple_page_fields and not any(each.is_page_number for each in self._fields):
            self._open[-1].parts.append(text)

    def _field_mark(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].in_result = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _close(self) -> None:
        closed = self._open.pop()
        # One that is not ended must not take the rest of the text along.
        self._fields = [each for each in self._fields if not each.is_page_number]
        text = "".join(closed.parts).strip()
        own = [Paragraph(text, closed.style)] if text else []
        # Boxes come behind the paragraph they hang on, so that a heading stays above its text.
        target = self._open[-1].inner if self._open else self.paragraphs
        target.extend((*own, *closed.inner))
