"""Table `vectors_#`: one vector a chunk, float16, the truth that packed segments are made from.

Rows are numbered in the order they came, so that "not packed yet" is a range of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.damage import DamagedError
from grooveseek.index.sqlite.scope import Ids, Scope, bound
from grooveseek.models.protocol import Matrix

SCHEMA = (
    """
CREATE TABLE vectors_# (
    vector_id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id INTEGER NOT NULL,
    vector BLOB NOT NULL
) STRICT
""",
    "CREATE UNIQUE INDEX vector_of_chunk_# ON vectors_# (chunk_id)",
)
EMPTY_SLICE = "DELETE FROM vectors_# WHERE vector_id IN (SELECT vector_id FROM vectors_# LIMIT 5000)"
TABLES = ("vectors_#",)

_INSERT = "INSERT INTO vectors_# (chunk_id, vector) VALUES (?, ?)"
_BY_CHUNK = "SELECT chunk_id, vector FROM vectors_# WHERE chunk_id IN (SELECT value FROM carray(?)) ORDER BY chunk_id"
_AFTER = "SELECT chunk_id, vector FROM vectors_# WHERE vector_id > ? ORDER BY chunk_id"


def _rows(found: Sequence[tuple[int, bytes]]) -> tuple[Ids, Matrix]:
    """Chunk ids ascending, and their vectors scaled back to the unit length that float16 took a little from."""
    if not found:
        return np.empty(0, np.int64), np.empty((0, 0), np.float32)
    chunk_ids, blobs = zip(*found, strict=True)
    if len(set(map(len, blobs))) > 1:
        raise DamagedError("stored vectors differ in length")
    stored = np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
    lengths = np.linalg.norm(stored, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    return np.array(chunk_ids, np.int64), stored / lengths


def insert(scope: Scope, chunk_ids: Sequence[int], vectors: Matrix) -> None:
    encoded: NDArray[np.float16] = vectors.astype(np.float16)
    scope.each(_INSERT, ((chunk_id, row.tobytes()) for chunk_id, row in zip(chunk_ids, encoded, strict=True)))


def pass_on(scope: Scope, source: int, target: int) -> None:
    """Give the chunk `target` the vector of the chunk `source`."""
    sql = "INSERT INTO vectors_# (chunk_id, vector) SELECT ?, vector FROM vectors_# WHERE chunk_id = ?"
    scope.run(sql, (target, source))


def of_chunks(scope: Scope, chunk_ids: Iterable[int] | Ids) -> tuple[Ids, Matrix]:
    """Chunk ids, ascending, and the matrix of their vectors; chunks without one are left out."""
    return _rows(scope.rows(_BY_CHUNK, (bound(chunk_ids),)))


def after(scope: Scope, vector_id: int) -> tuple[Ids, Matrix]:
    """The vectors that came after `vector_id`, by chunk id ascending."""
    return _rows(scope.rows(_AFTER, (vector_id,)))


def last_id(scope: Scope) -> int:
    return int(scope.value("SELECT coalesce(max(vector_id), 0) FROM vectors_#"))


def count_after(scope: Scope, vector_id: int) -> int:
    return int(scope.value("SELECT count(*) FROM vectors_# WHERE vector_id > ?", (vector_id,)))


def delete(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("DELETE FROM vectors_# WHERE chunk_id = ?", ((chunk_id,) for chunk_id in chunk_ids))


def having(scope: Scope, chunk_ids: Iterable[int]) -> set[int]:
    """Those of the chunks that have a vector."""
    sql = "SELECT chunk_id FROM vectors_# WHERE chunk_id IN (SELECT value FROM carray(?))"
    return {row[0] for row in scope.rows(sql, (bound(chunk_ids),))}


def packed_of(scope: Scope, chunk_ids: Iterable[int], watermark: int) -> list[int]:
    """Those of the chunks whose vector is in a segment."""
    sql = "SELECT chunk_id FROM vectors_# WHERE chunk_id IN (SELECT value FROM carray(?)) AND vector_id <= ?"
    return [row[0] for row in scope.rows(sql, (bound(chunk_ids), watermark))]


def count(scope: Scope) -> int:
    # Over the index: counting the table itself would read every vector.
    return int(scope.value("SELECT count(chunk_id) FROM vectors_# INDEXED BY vector_of_chunk_#"))


def ids(scope: Scope) -> Ids:
    return scope.ids("SELECT chunk_id FROM vectors_# INDEXED BY vector_of_chunk_#")


def wrong(scope: Scope, width: int) -> Ids:
    """Chunks whose vector has another length than `width` numbers, one that is not finite, or none but zeros."""
    found = []
    for chunk_id, blob in scope.rows("SELECT chunk_id, vector FROM vectors_#"):
        if len(blob) != 2 * width or not _points_somewhere(np.frombuffer(blob, np.float16)):
            found.append(chunk_id)
    return np.array(sorted(found), np.int64)


def _points_somewhere(vector: NDArray[np.float16]) -> bool:
    return bool(np.isfinite(vector).all() and vector.any())


def ids_up_to(scope: Scope, vector_id: int) -> Ids:
    return scope.ids("SELECT chunk_id FROM vectors_# WHERE vector_id <= ?", (vector_id,))


def commonest_width(scope: Scope) -> int:
    """Numbers per vector of most rows; 0 without rows."""
    sql = "SELECT length(vector) / 2 FROM vectors_# GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"
    found = scope.row(sql)
    return 0 if found is None else int(found[0])
