"""One Office file while it is read: its package, and what a reader of the run's output should know about it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field

from grooveseek.documents.office.package import OfficeError, Package, PartError
from grooveseek.documents.office.xml import Attributes, DocumentTypeError, Handler, read_xml


@dataclass(frozen=True, slots=True)
class Relationship:
    """One part's reference to another."""

    id: str
    kind: str
    """The last word of its type, such as `slide`."""
    target: str
    """Name of the part."""


@dataclass(frozen=True, slots=True)
class OfficeFile:
    """The parts of a file, read once each."""

    package: Package
    warnings: list[str] = field(default_factory=list)

    def read(self, name: str, handler: Handler) -> bool:
        """Feed an optional part to `handler`; says by a warning what is wrong with it. False where it gave nothing."""
        if name not in self.package:
            return False
        try:
            reason = read_xml(self.package.read(name), handler)
        except (PartError, DocumentTypeError) as error:
            self.warnings.append(f"{_reason(name, error)}; left out")
            return False
        if reason:
            self.warnings.append(f"{name} is malformed ({reason}); the text before that place is used")
        return True

    def read_required(self, name: str, handler: Handler) -> None:
        """Raises `OfficeError` where the part gives nothing at all."""
        try:
            reason = read_xml(self.package.read(name), handler)
        except (PartError, DocumentTypeError) as error:
            raise OfficeError(_reason(name, error)) from error
        if reason:
            self.warnings.append(f"{name} is malformed ({reason}); the text before that place is used")

    def relationships(self, part: str = "") -> list[Relationship]:
        """What a part refers to inside the file; without a part, what the file as a whole does."""
        folder, _, name = part.rpartition("/")
        handler = _Relationships(folder)
        self.read(posixpath.join(folder, "_rels", f"{name}.rels"), handler)
        return handler.found

    def main_part(self, usual: str) -> str:
        """The part that the file as a whole is about; `usual` where that is not said."""
        return next((each.target for each in self.relationships() if each.kind == "officeDocument"), usual)


def _reason(name: str, error: Exception) -> str:
    return f"{name} declares a document type" if isinstance(error, DocumentTypeError) else str(error)


class _Relationships:
    skipped: frozenset[str] = frozenset()

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.found: list[Relationship] = []

    def start(self, name: str, attributes: Attributes) -> None:
        target = attributes.get("Target")
        if name != "rel:Relationship" or not target or attributes.get("TargetMode") == "External":
            return
        path = posixpath.normpath(posixpath.join("/", self._folder, target)).lstrip("/")
        kind = attributes.get("Type", "").rpartition("/")[2]
        self.found.append(Relationship(attributes.get("Id", ""), kind, path))

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...
