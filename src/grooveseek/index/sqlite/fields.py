"""Table `fields_#`: what documents are filtered by beside their own columns.

Tags are values of the key `tags`, a name no declared frontmatter field can have.
"""

from __future__ import annotations

from collections.abc import Collection

from grooveseek.documents.document import Document
from grooveseek.index.sqlite.scope import Scope

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

_INSERT = "INSERT OR IGNORE INTO fields_# (key, value, document_id) VALUES (?, ?, ?)"


def put(scope: Scope, document_id: int, document: Document, declared: Collection[str] | None) -> None:
    """Replace a document's values. Without a declared set every field is kept until a run records one."""
    delete(scope, document_id)
    rows = [(TAGS, tag, document_id) for tag in document.tags]
    rows += [(key, value, document_id) for key, value in document.fields if declared is None or key in declared]
    scope.each(_INSERT, rows)


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
