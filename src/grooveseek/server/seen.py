"""What is on offer at one moment, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grooveseek.kb.uris import document_uri, group_prefix, group_uri
from grooveseek.reading.offer import withheld
from grooveseek.server.backend import Opened


@dataclass(frozen=True, slots=True)
class Seen:
    """At a revision of the index: content hashes of the documents on offer, by path."""

    revision: int
    documents: Mapping[str, str]

    def groups(self) -> frozenset[str]:
        return frozenset(map(group_prefix, self.documents))


def look(opened: Opened) -> Seen:
    with opened.index.snapshot() as snapshot:
        documents = {
            path: file.state.sha256
            for path, file in snapshot.files().items()
            if withheld(file.document, opened.parsers) is None
        }
        return Seen(snapshot.revision, documents)


def updated_uris(before: Seen, after: Seen) -> set[str]:
    """URIs of the documents that came, went or changed, and of the groups they belong to."""
    changed = {
        path
        for path in before.documents.keys() | after.documents.keys()
        if before.documents.get(path) != after.documents.get(path)
    }
    return {document_uri(path) for path in changed} | {group_uri(group_prefix(path)) for path in changed}
