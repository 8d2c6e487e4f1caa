"""The paragraphs of one slide or page of notes."""

from __future__ import annotations

from dataclasses import dataclass, field

from grooveseek.documents.office.xml import Attributes

_TEXT = frozenset({"a:t", "m:t"})
_TITLES = frozenset({"title", "ctrTitle"})
_NUMBER = "sldNum"
_NUMBER_FIELD = "slidenum"


@dataclass(slots=True)
class _Shape:
    """A shape before its end."""

    placeholder: str | None = None
    first_paragraph: str | None = None


@dataclass(slots=True)
class SlideText:
    """Takes the events of a slide. Slide numbers are left out."""

    skipped: frozenset[str] = frozenset({"mc:Fallback"})
    left_out: frozenset[str] = frozenset({_NUMBER})
    """Kinds of placeholders that are passed over."""
    paragraphs: list[str] = field(default_factory=list)
    title: str | None = None
    """The first paragraph of the first title placeholder with text."""
    _shapes: list[_Shape] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _in_text: bool = False
    _number_fields: int = 0

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "p:sp":
            self._shapes.append(_Shape())
        elif name == "p:ph" and self._shapes:
            self._shapes[-1].placeholder = attributes.get("type", "obj")
        elif name == "a:p":
            self._parts = []
        elif name in _TEXT:
            self._in_text = True
        elif name == "a:br":
            self._parts.append("\n")
        elif name == "a:fld" and (self._number_fields or attributes.get("type") == _NUMBER_FIELD):
            self._number_fields += 1

    def end(self, name: str) -> None:
        if name == "a:p":
            self._end_paragraph()
        elif name in _TEXT:
            self._in_text = False
        elif name == "a:fld" and self._number_fields:
            self._number_fields -= 1
        elif name == "p:sp" and self._shapes:
            shape = self._shapes.pop()
            if self.title is None and shape.placeholder in _TITLES:
                self.title = shape.first_paragraph

    def text(self, text: str) -> None:
        if self._in_text and not self._number_fields:
            self._parts.append(text)

    def _end_paragraph(self) -> None:
        text = "".join(self._parts).strip()
        self._parts = []
        shape = self._shapes[-1] if self._shapes else None
        if not text or (shape and shape.placeholder in self.left_out):
            return
        self.paragraphs.append(text)
        if shape and shape.first_paragraph is None:
            shape.first_paragraph = text
