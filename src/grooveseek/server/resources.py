"""What resources there are and what they hold, before the protocol words it."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from grooveseek.errors import GrooveError
from grooveseek.index.records import DocumentRow
from grooveseek.kb.uris import document_uri, parse_uri
from grooveseek.reading.document import DocumentText, read_document
from grooveseek.reading.groups import Group, groups_of
from grooveseek.reading.offer import offered, withheld
from grooveseek.server.backend import Opened

logger = logging.getLogger(__name__)

TRUNCATED = "\n\n---\n\n*[groove] Truncated: the text is longer than 1 MiB; only its beginning stands above.*\n"
"""Behind a text that was cut."""


class ResourceNotFoundError(GrooveError):
    """One answer for everything that is not offered, or is no `kb://` URI at all."""

    def __init__(self, uri: str) -> None:
        super().__init__(
            f"resource not found: {uri}; it is not among the documents on offer (the operator sees why with "
            "`groove doctor`)"
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A group as the listing shows it."""

    group: Group
    size: int
    """Bytes of what reading it gives."""
    last_modified: str
    """RFC 3339, when one of its documents was last indexed."""


@dataclass(frozen=True, slots=True)
class Content:
    uri: str
    text: str
    mime_type: str


def list_groups(opened: Opened) -> list[Listed]:
    """Every group with a document on offer, sorted by prefix."""
    rows = {row.path: row for row in _offered(opened)}
    return [_listed(group, rows) for group in groups_of(rows)]


def offered_paths(opened: Opened) -> list[str]:
    """Sorted."""
    return sorted(row.path for row in _offered(opened))


def read_resource(opened: Opened, uri: str) -> Content:
    """Raises `ResourceNotFoundError`, and a `ReadRefusedError` when the file has changed since it was offered."""
    parsed = parse_uri(uri)
    if parsed is None:
        raise ResourceNotFoundError(uri)
    return (_document if parsed.kind == "document" else _group)(opened, uri, parsed.name)


def _document(opened: Opened, uri: str, path: str) -> Content:
    with opened.index.snapshot() as snapshot:
        row = snapshot.document(path)
    if row is None or withheld(row, opened.parsers) is not None:
        raise ResourceNotFoundError(uri)
    document = read_document(opened.kb.root, path, opened.parsers)
    return Content(uri, _whole(document), "text/markdown" if path.lower().endswith(".md") else "text/plain")


def _whole(document: DocumentText) -> str:
    if not document.truncated:
        return document.content
    logger.warning("%s: the extracted text is over 1 MiB; only its beginning was served", document.path)
    return document.content + TRUNCATED


def _group(opened: Opened, uri: str, prefix: str) -> Content:
    found = [group for group in groups_of(row.path for row in _offered(opened)) if group.prefix == prefix]
    if not found:
        raise ResourceNotFoundError(uri)
    return Content(uri, _body(found[0]), "text/markdown")


def _body(group: Group) -> str:
    bullets = "".join(f"- `{path}` {document_uri(path)}\n" for path in group.paths)
    return f"# {group.name}\n\n{group.description}\n\n{bullets}"


def _offered(opened: Opened) -> list[DocumentRow]:
    with opened.index.snapshot() as snapshot:
        return list(offered(snapshot.documents(), opened.parsers))


def _listed(group: Group, rows: dict[str, DocumentRow]) -> Listed:
    return Listed(group, len(_body(group).encode()), max(rows[path].indexed_at for path in group.paths))
