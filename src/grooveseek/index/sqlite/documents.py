"""Table `documents_#`: one row a file, with the file state it was indexed from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from grooveseek.documents.document import Document
from grooveseek.index.records import DocumentRow, FileState, IndexedFile, Rename
from grooveseek.index.sqlite.scope import Ids, Scope, bound

SCHEMA = (
    """
CREATE TABLE documents_# (
    document_id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    title TEXT,
    category TEXT,
    topic TEXT,
    date TEXT,
    depth TEXT,
    tags TEXT NOT NULL,
    indexed_at TEXT NOT NULL,
    size INTEGER,
    chunk_count INTEGER NOT NULL,
    field_count INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    sha256 TEXT NOT NULL
) STRICT
""",
)
EMPTY_SLICE = "DELETE FROM documents_# WHERE document_id IN (SELECT document_id FROM documents_# LIMIT 5000)"
TABLES = ("documents_#",)

_ROW = "document_id, path, title, category, topic, date, depth, tags, indexed_at, size, chunk_count"
_SELECT = f"SELECT {_ROW} FROM documents_#"  # noqa: S608
_SELECT_FILES = f"SELECT {_ROW}, mtime_ns, inode, sha256 FROM documents_#"  # noqa: S608
# All that begins with `place/` sorts from there up to the character behind the slash.
_SELECT_FILES_AT = f"{_SELECT_FILES} WHERE path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0')"
_INSERT = """
INSERT INTO documents_# (path, title, category, topic, date, depth, tags, indexed_at, chunk_count, field_count,
                         size, mtime_ns, inode, sha256)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_UPDATE = """
UPDATE documents_# SET path = ?, title = ?, category = ?, topic = ?, date = ?, depth = ?, tags = ?, indexed_at = ?,
                       chunk_count = ?, field_count = ?, size = ?, mtime_ns = ?, inode = ?, sha256 = ?
WHERE document_id = ?
"""
_TOUCH = "UPDATE documents_# SET size = ?, mtime_ns = ?, inode = ?, sha256 = ? WHERE path = ?"

_UNSIGNED = 2**64


def tags_of(text: str) -> tuple[str, ...] | None:
    """The stored tags; None when the text is not a JSON list."""
    try:
        tags = json.loads(text)
    except ValueError:
        return None
    return tuple(map(str, tags)) if isinstance(tags, list) else None


def _row(values: Sequence[Any]) -> DocumentRow:
    return DocumentRow(*(*values[:7], tags_of(values[7]) or (), *values[8:11]))


def by_path(scope: Scope, path: str) -> DocumentRow | None:
    found = scope.row(_SELECT + " WHERE path = ?", (path,))
    return None if found is None else _row(found)


def every(scope: Scope) -> list[DocumentRow]:
    return [_row(values) for values in scope.rows(_SELECT + " ORDER BY path")]


def files(scope: Scope) -> dict[str, IndexedFile]:
    return {file.path: file for file in map(_file, scope.rows(_SELECT_FILES))}


def files_at(scope: Scope, places: Iterable[str]) -> dict[str, IndexedFile]:
    """Those that are one of `places` or lie below one."""
    rows = (values for place in places for values in scope.rows(_SELECT_FILES_AT, (place,)))
    return {file.path: file for file in map(_file, rows)}


def _file(values: Sequence[Any]) -> IndexedFile:
    document = _row(values)
    mtime_ns, inode, sha256 = values[11:]
    state = FileState(document.size or 0, mtime_ns, inode % _UNSIGNED, sha256)
    return IndexedFile(document.path, state, document)


def count(scope: Scope) -> int:
    return int(scope.value("SELECT count(*) FROM documents_#"))


def _state(file: FileState) -> tuple[int, int, int, str]:
    # Some file systems number inodes with all 64 bits; SQLite's integers are signed.
    inode = file.inode if file.inode < _UNSIGNED // 2 else file.inode - _UNSIGNED
    return file.size, file.mtime_ns, inode, file.sha256


def put(scope: Scope, document: Document, file: FileState, document_id: int | None, field_count: int) -> int:
    """Insert, or overwrite the row `document_id`; the id. `field_count`: rows that `fields_#` is to hold of it."""
    values = (
        document.path,
        document.title,
        document.category,
        document.topic,
        document.date,
        document.depth,
        json.dumps(document.tags, ensure_ascii=False),
        datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        len(document.chunks),
        field_count,
        *_state(file),
    )
    if document_id is None:
        return scope.insert(_INSERT, values)
    scope.run(_UPDATE, (*values, document_id))
    return document_id


def touch(scope: Scope, states: Mapping[str, FileState]) -> None:
    scope.each(_TOUCH, ((*_state(file), path) for path, file in states.items()))


def delete(scope: Scope, document_id: int) -> None:
    scope.run("DELETE FROM documents_# WHERE document_id = ?", (document_id,))


def move(scope: Scope, pairs: Sequence[Rename]) -> list[DocumentRow]:
    """Give rows their new paths, all at once so that a chain or a swap of names works; the rows as they are now."""
    ids = [(pair.new, found.document_id) for pair in pairs if (found := by_path(scope, pair.old)) is not None]
    # A path never holds NUL, so the intermediate names collide with none.
    scope.each("UPDATE documents_# SET path = ? WHERE document_id = ?", ((f"\0{key}", key) for _, key in ids))
    scope.each("UPDATE documents_# SET path = ? WHERE document_id = ?", ids)
    return [row for new, _ in ids if (row := by_path(scope, new)) is not None]


def set_derived(scope: Scope, document_id: int, document: Document) -> None:
    """Write what may come from the path."""
    scope.run(
        "UPDATE documents_# SET title = ?, category = ?, topic = ? WHERE document_id = ?",
        (document.title, document.category, document.topic, document_id),
    )


def ids(scope: Scope) -> list[int]:
    return [row[0] for row in scope.rows("SELECT document_id FROM documents_#")]


def paths_of(scope: Scope, document_ids: Ids) -> list[str]:
    """Sorted."""
    sql = "SELECT path FROM documents_# WHERE document_id IN (SELECT value FROM carray(?)) ORDER BY path"
    return [row[0] for row in scope.rows(sql, (bound(document_ids),))]


def paths(scope: Scope) -> list[tuple[int, str]]:
    return [(key, path) for key, path in scope.rows("SELECT document_id, path FROM documents_#")]


def matching(scope: Scope, conditions: Sequence[str], values: Sequence[str]) -> set[int]:
    """Ids of the documents for which every condition on the columns holds."""
    sql = f"SELECT document_id FROM documents_# WHERE {' AND '.join(conditions)}"  # noqa: S608
    return {row[0] for row in scope.rows(sql, values)}


def hollow(scope: Scope) -> Ids:
    """Ids of documents without chunks."""
    sql = """
SELECT document_id FROM documents_# d
WHERE NOT EXISTS (SELECT 1 FROM chunks_# c WHERE c.document_id = d.document_id)
"""
    return scope.ids(sql)


def misnumbered(scope: Scope) -> Ids:
    """Ids of documents whose chunks are not numbered 0, 1, … up to the recorded count."""
    sql = """
SELECT d.document_id FROM documents_# d JOIN chunks_# c ON c.document_id = d.document_id GROUP BY d.document_id
HAVING count(*) <> d.chunk_count OR min(c.chunk_index) <> 0 OR max(c.chunk_index) <> count(*) - 1
    OR count(DISTINCT c.chunk_index) <> count(*)
"""
    return scope.ids(sql)
