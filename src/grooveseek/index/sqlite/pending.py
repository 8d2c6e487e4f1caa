"""Table `pending_#`: chunks whose vector is still to be made."""

from __future__ import annotations

from collections.abc import Iterable

from grooveseek.index.records import PendingChunk
from grooveseek.index.sqlite.scope import Ids, Scope, bound

SCHEMA = ("CREATE TABLE pending_# (chunk_id INTEGER PRIMARY KEY) STRICT",)
EMPTY_SLICE = "DELETE FROM pending_# WHERE chunk_id IN (SELECT chunk_id FROM pending_# LIMIT 20000)"
DROP = "DROP TABLE pending_#"

_FIRST = """
SELECT c.chunk_id, d.title, c.heading, c.breadcrumb, c.content
FROM pending_# p JOIN chunks_# c ON c.chunk_id = p.chunk_id JOIN documents_# d ON d.document_id = c.document_id
WHERE p.chunk_id > ? ORDER BY p.chunk_id LIMIT ?
"""


def add(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("INSERT OR IGNORE INTO pending_# (chunk_id) VALUES (?)", ((chunk_id,) for chunk_id in chunk_ids))


def remove(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("DELETE FROM pending_# WHERE chunk_id = ?", ((chunk_id,) for chunk_id in chunk_ids))


def among(scope: Scope, chunk_ids: Iterable[int]) -> set[int]:
    """Those of the chunks that wait for a vector."""
    sql = "SELECT chunk_id FROM pending_# WHERE chunk_id IN (SELECT value FROM carray(?))"
    return {row[0] for row in scope.rows(sql, (bound(chunk_ids),))}


def first(scope: Scope, limit: int, after: int) -> list[PendingChunk]:
    return [PendingChunk(*values) for values in scope.rows(_FIRST, (after, limit))]


def count(scope: Scope) -> int:
    return int(scope.value("SELECT count(*) FROM pending_#"))


def ids(scope: Scope) -> Ids:
    return scope.ids("SELECT chunk_id FROM pending_#")
