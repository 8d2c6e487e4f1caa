"""Reading XML parts as a stream of events, with nothing in them that a hostile author could multiply.

A part that declares a document type is refused: only there could entities be defined, and Office programs write none.
"""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

Attributes = dict[str, str]

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
}
"""Namespaces of both editions of the standard, by the prefixes that documents usually give them."""


class DocumentTypeError(Exception):
    """The part declares a document type."""


class Handler(Protocol):
    """Takes the events of one part. Names are `prefix:name`, or the bare name in a namespace that is not known."""

    skipped: frozenset[str]
    """Elements that are passed over with all they hold."""

    def start(self, name: str, attributes: Attributes) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


def read_xml(data: bytes, handler: Handler) -> str | None:
    """Feed a part to `handler`. Gives the reason where it is malformed, after the events up to that place.

    Raises `DocumentTypeError`.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    names = _Names()
    depth_skipped = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth_skipped
        short = names[name]
        if depth_skipped or short in handler.skipped:
            depth_skipped += 1
        else:
            handler.start(short, {names[key]: value for key, value in attributes.items()} if attributes else attributes)

    def end(name: str) -> None:
        nonlocal depth_skipped
        if depth_skipped:
            depth_skipped -= 1
        else:
            handler.end(names[name])

    def text(data: str) -> None:
        if not depth_skipped:
            handler.text(data)

    def document_type(*_: object) -> None:
        raise DocumentTypeError

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = document_type
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        # The last two come from a declared encoding that nobody knows.
        return str(error)
    return None


class _Names(dict[str, str]):
    """Short names by names as the parser gives them."""

    def __missing__(self, name: str) -> str:
        namespace, _, local = name.rpartition(" ")
        prefix = _PREFIXES.get(namespace)
        short = f"{prefix}:{local}" if prefix else local
        self[name] = short
        return short
