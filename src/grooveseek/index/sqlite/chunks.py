"""Table `chunks_#`: the passages, with everything a hit shows. An id is never given twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from grooveseek.documents.document import Chunk
from grooveseek.index.records import StoredChunk
from grooveseek.index.sqlite.documents import tags_of
from grooveseek.index.sqlite.scope import Ids, Scope, bound

SCHEMA = (
    """
CREATE TABLE chunks_# (
    chunk_id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL,
    chunk_index INTEGER NOT NULL,
    heading TEXT,
    level INTEGER,
    breadcrumb TEXT NOT NULL,
    content TEXT NOT NULL,
    token_count INTEGER,
    quality REAL NOT NULL,
    start_line INTEGER,
    end_line INTEGER,
    symbol_kind TEXT,
    attributes TEXT NOT NULL,
    passage_key BLOB NOT NULL
) STRICT
""",
    # Holds all that filters read, so that a filtered question never touches the texts.
    "CREATE INDEX chunks_of_document_# ON chunks_# (document_id, chunk_index, quality)",
    "CREATE INDEX chunks_by_quality_# ON chunks_# (quality)",
)
EMPTY_SLICE = "DELETE FROM chunks_# WHERE chunk_id IN (SELECT chunk_id FROM chunks_# LIMIT 2000)"
TABLES = ("chunks_#",)

_SELECT = """
SELECT c.chunk_id, c.document_id, d.path, d.title, d.category, d.topic, d.date, d.tags, c.chunk_index, c.heading,
       c.level, c.breadcrumb, c.content, c.token_count, c.quality, c.start_line, c.end_line, c.symbol_kind
FROM chunks_# c JOIN documents_# d ON d.document_id = c.document_id
"""
_BY_ID = f"{_SELECT} WHERE c.chunk_id IN (SELECT value FROM carray(?))"  # noqa: S608
_BY_POSITION = f"{_SELECT} WHERE c.document_id = ? AND c.chunk_index BETWEEN ? AND ? ORDER BY c.chunk_index"
_INSERT = """
INSERT INTO chunks_# (document_id, chunk_index, heading, level, breadcrumb, content, token_count, quality,
                      start_line, end_line, symbol_kind, attributes, passage_key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


@dataclass(frozen=True, slots=True)
class TextRow:
    """What of a chunk its text row is made of."""

    chunk_id: int
    title: str | None
    path: str
    attributes: str
    heading: str | None
    breadcrumb: str
    content: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A stored chunk as a rewrite of its document compares it."""

    chunk_id: int
    index: int
    heading: str | None
    level: int | None
    breadcrumb: str
    content: str
    quality: float
    start_line: int | None
    end_line: int | None
    symbol_kind: str | None
    attributes: str
    passage_key: bytes

    def holds(self, chunk: Chunk) -> bool:
        """Whether the row can stand for `chunk` with at most its place in the document changed."""
        return (
            self.content == chunk.content
            and self.heading == chunk.heading
            and self.breadcrumb == chunk.breadcrumb
            and self.level == chunk.level
            and self.quality == chunk.quality
            and self.symbol_kind == chunk.symbol_kind
            and self.attributes == chunk.attributes
        )

    def lies_at(self, chunk: Chunk) -> bool:
        return (self.index, self.start_line, self.end_line) == (chunk.index, chunk.start_line, chunk.end_line)


def _stored(values: Sequence[Any]) -> StoredChunk:
    return StoredChunk(*(*values[:7], tags_of(values[7]) or (), *values[8:]))


def by_ids(scope: Scope, chunk_ids: Sequence[int]) -> list[StoredChunk]:
    """In the order asked for."""
    found = {values[0]: _stored(values) for values in scope.rows(_BY_ID, (bound(chunk_ids),))}
    return [found[chunk_id] for chunk_id in chunk_ids if chunk_id in found]


def of_document(scope: Scope, document_id: int, first: int, last: int | None) -> list[StoredChunk]:
    end = 2**62 if last is None else last
    return [_stored(values) for values in scope.rows(_BY_POSITION, (document_id, first, end))]


def placed(scope: Scope, document_id: int) -> list[Placed]:
    sql = """
SELECT chunk_id, chunk_index, heading, level, breadcrumb, content, quality, start_line, end_line, symbol_kind,
       attributes, passage_key
FROM chunks_# WHERE document_id = ? ORDER BY chunk_index
"""
    return [Placed(*values) for values in scope.rows(sql, (document_id,))]


def insert(scope: Scope, document_id: int, chunk: Chunk, passage_key: bytes) -> int:
    values = (
        document_id,
        chunk.index,
        chunk.heading,
        chunk.level,
        chunk.breadcrumb,
        chunk.content,
        chunk.token_count,
        chunk.quality,
        chunk.start_line,
        chunk.end_line,
        chunk.symbol_kind,
        chunk.attributes,
        passage_key,
    )
    return scope.insert(_INSERT, values)


def place(scope: Scope, chunk_id: int, chunk: Chunk) -> None:
    """Move a kept row to where its chunk lies now."""
    scope.run(
        "UPDATE chunks_# SET chunk_index = ?, start_line = ?, end_line = ? WHERE chunk_id = ?",
        (chunk.index, chunk.start_line, chunk.end_line, chunk_id),
    )


def delete(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("DELETE FROM chunks_# WHERE chunk_id = ?", ((chunk_id,) for chunk_id in chunk_ids))


def count(scope: Scope) -> int:
    return int(scope.value("SELECT count(*) FROM chunks_#"))


def count_below(scope: Scope, threshold: float) -> int:
    return int(scope.value("SELECT count(*) FROM chunks_# WHERE quality < ?", (threshold,)))


def below(scope: Scope, threshold: float) -> Ids:
    """Ids of chunks whose quality is under the threshold."""
    return scope.ids("SELECT chunk_id FROM chunks_# WHERE quality < ?", (threshold,))


def of_documents(scope: Scope, document_ids: Iterable[int], min_quality: float = 0.0) -> Ids:
    """Ids of the chunks of some documents that reach a quality."""
    sql = "SELECT chunk_id FROM chunks_# WHERE document_id IN (SELECT value FROM carray(?)) AND quality >= ?"
    return scope.ids(sql, (bound(document_ids), min_quality))


def ids(scope: Scope) -> Ids:
    return scope.ids("SELECT chunk_id FROM chunks_#")


def text_rows(scope: Scope, chunk_ids: Iterable[int]) -> list[TextRow]:
    sql = """
SELECT c.chunk_id, d.title, d.path, c.attributes, c.heading, c.breadcrumb, c.content
FROM chunks_# c JOIN documents_# d ON d.document_id = c.document_id
WHERE c.chunk_id IN (SELECT value FROM carray(?))
"""
    return [TextRow(*values) for values in scope.rows(sql, (bound(chunk_ids),))]


def labels(scope: Scope, chunk_ids: Iterable[int]) -> list[str]:
    """`path #index` of each chunk, sorted."""
    sql = """
SELECT d.path || ' #' || c.chunk_index
FROM chunks_# c JOIN documents_# d ON d.document_id = c.document_id
WHERE c.chunk_id IN (SELECT value FROM carray(?))
"""
    return sorted(row[0] for row in scope.rows(sql, (bound(chunk_ids),)))


def homeless_labels(scope: Scope) -> list[str]:
    """`chunk id of document id` for every chunk whose document is gone."""
    sql = """
SELECT 'chunk ' || chunk_id || ' of document ' || document_id FROM chunks_# c
WHERE NOT EXISTS (SELECT 1 FROM documents_# d WHERE d.document_id = c.document_id)
"""
    return [row[0] for row in scope.rows(sql)]


def homeless(scope: Scope) -> Ids:
    """Ids of chunks whose document is gone."""
    sql = """
SELECT chunk_id FROM chunks_# c
WHERE NOT EXISTS (SELECT 1 FROM documents_# d WHERE d.document_id = c.document_id)
"""
    return scope.ids(sql)
