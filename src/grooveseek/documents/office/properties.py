"""Title, date and keywords of an Office file, from its core properties."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grooveseek.documents.office.parts import OfficeFile
from grooveseek.documents.office.xml import Attributes

_PART = "docProps/core.xml"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")
_SEPARATORS = re.compile("[,;]")
_WANTED = ("dc:title", "cp:keywords", "dcterms:created", "dcterms:modified")


@dataclass(frozen=True, slots=True)
class Properties:
    """What the file says of itself."""

    title: str | None
    date: str | None
    tags: tuple[str, ...]


def read_properties(file: OfficeFile) -> Properties:
    """The date is that of creation, else of the last change."""
    handler = _Core()
    file.read(_PART, handler)
    values = {name: "".join(parts).strip() for name, parts in handler.values.items()}
    dates = (_DATE.match(values.get(name, "")) for name in ("dcterms:created", "dcterms:modified"))
    keywords = (part.strip() for part in _SEPARATORS.split(values.get("cp:keywords", "")))
    return Properties(
        title=values.get("dc:title") or None,
        date=next((found[0] for found in dates if found), None),
        tags=tuple(dict.fromkeys(filter(None, keywords))),
    )


class _Core:
    skipped: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self._open: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        if name in _WANTED:
            self._open = self.values.setdefault(name, [])

    def end(self, name: str) -> None:
        if name in _WANTED:
            self._open = None

    def text(self, text: str) -> None:
        if self._open is not None:
            self._open.append(text)
