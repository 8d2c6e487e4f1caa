"""Table `fields_#`: what documents are filtered by beside their own columns.

Tags are values of the key `tags`, a name no declared frontmatter field can have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from grooveseek.documents.document import Document
from grooveseek.index.sqlite.documents import tags_of
from grooveseek.index.sqlite.scope import Ids, Scope

SCHEMA = (
    """
CREATE TABLE fields_# (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (key, value, document_id)
) STRICT, WITHOUT ROWID
""",
    "CREATE INDEX fields_of_document_# ON fields_# (document_id)",
)
EMPTY_SLICE = "DELETE FROM fields_# WHERE document_id IN (SELECT DISTINCT document_id FROM fields_# LIMIT 2000)"
TABLES = ("fields_#",)

TAGS = "tags"

_INSERT = "INSERT INTO fields_# (key, value, document_id) VALUES (?, ?, ?)"


Pair = tuple[str, str]
"""Key and value."""


def pairs_of(document: Document, declared: Collection[str] | None) -> list[Pair]:
    """What is stored of a document, each once. Without a declared set every field is kept until a run records one."""
    tags = [(TAGS, tag) for tag in document.tags]
    others = [(key, value) for key, value in document.fields if declared is None or key in declared]
    return list(dict.fromkeys(tags + others))


def put(scope: Scope, document_id: int, pairs: Iterable[Pair]) -> None:
    """Replace a document's values."""
    delete(scope, document_id)
    scope.each(_INSERT, ((key, value, document_id) for key, value in pairs))


def delete(scope: Scope, document_id: int) -> None:
    scope.run("DELETE FROM fields_# WHERE document_id = ?", (document_id,))


def counts(scope: Scope) -> dict[str, int]:
    """Value rows per key, tags left out."""
    return dict(scope.rows("SELECT key, count(*) FROM fields_# WHERE key <> ? GROUP BY key", (TAGS,)))


def holders(scope: Scope, key: str, values: Collection[str]) -> set[int]:
    """Documents that hold one of `values` under `key`."""
    found: set[int] = set()
    for value in values:
        sql = "SELECT document_id FROM fields_# WHERE key = ? AND value = ?"
        found.update(row[0] for row in scope.rows(sql, (key, value)))
    return found


def misfits(scope: Scope) -> Ids:
    """Ids of documents whose tags cannot be read or are not the ones here, or which have another number of rows."""
    tags: dict[int, set[str]] = {}
    for document_id, value in scope.rows("SELECT document_id, value FROM fields_# WHERE key = ?", (TAGS,)):
        tags.setdefault(document_id, set()).add(value)
    counted = dict(scope.rows("SELECT document_id, count(*) FROM fields_# GROUP BY document_id"))
    found = []
    for document_id, text, expected in scope.rows("SELECT document_id, tags, field_count FROM documents_#"):
        listed = tags_of(text)
        if listed is None or set(listed) != tags.get(document_id, set()) or counted.get(document_id, 0) != expected:
            found.append(document_id)
    return np.array(sorted(found), np.int64)


def orphans(scope: Scope) -> Ids:
    """Documents that are gone and have values all the same."""
    sql = """
SELECT DISTINCT document_id FROM fields_# f
WHERE NOT EXISTS (SELECT 1 FROM documents_# d WHERE d.document_id = f.document_id)
"""
    return scope.ids(sql)
