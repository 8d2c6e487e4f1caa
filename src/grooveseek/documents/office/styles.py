"""Which paragraphs of a Word file are headings: decided by the names of their styles, not by their looks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grooveseek.documents.office.xml import Attributes

_HEADING = re.compile(r"heading\s*0*([1-9][0-9]{0,2})", re.ASCII)
_MOST_STEPS = 16
_MOST_NUMBER = 255
_BODY_LEVEL = 9


@dataclass(slots=True)
class Style:
    """A paragraph style."""

    name: str
    based_on: str | None = None
    outline_level: int | None = None


def heading_number(style_id: str, styles: Mapping[str, Style]) -> int | None:
    """The N of `heading N`, by the style or the first one it is based on that is named so; None for body text.

    A style on the way that sets the outline level of body text makes it body text.
    """
    outline: int | None = None
    here: str | None = style_id
    for _ in range(_MOST_STEPS):
        style = styles.get(here) if here is not None else None
        if style is None:
            return None
        if number := heading_in_name(style.name):
            return None if outline == _BODY_LEVEL else number
        if outline is None:
            outline = style.outline_level
        here = style.based_on
    return None


def heading_in_name(name: str) -> int | None:
    """The N that a style's name or id spells."""
    found = _HEADING.fullmatch(name.lower())
    return int(found[1]) if found and int(found[1]) <= _MOST_NUMBER else None


class StyleTable:
    """Takes the events of `word/styles.xml`."""

    skipped: frozenset[str] = frozenset({"w:docDefaults", "w:latentStyles", "w:pPrChange"})

    def __init__(self) -> None:
        self.styles: dict[str, Style] = {}
        self._depth = 0
        self._open: Style | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        self._depth += 1
        value = attributes.get("w:val", "")
        if self._depth == 2 and name == "w:style":
            self._begin(attributes)
        elif self._open is None:
            return
        elif self._depth == 3 and name == "w:name":
            self._open.name = value or self._open.name
        elif self._depth == 3 and name == "w:basedOn":
            self._open.based_on = value or None
        elif self._depth == 4 and name == "w:outlineLvl":
            self._open.outline_level = int(value) if value.isascii() and value.isdigit() else None

    def _begin(self, attributes: Attributes) -> None:
        style_id = attributes.get("w:styleId")
        if not style_id or attributes.get("w:type", "paragraph") != "paragraph":
            return
        # The first definition of an id wins; a later one is read into nothing.
        self._open = Style(style_id)
        self.styles.setdefault(style_id, self._open)

    def end(self, name: str) -> None:
        self._depth -= 1
        if self._depth == 1:
            self._open = None

    def text(self, text: str) -> None: ...
