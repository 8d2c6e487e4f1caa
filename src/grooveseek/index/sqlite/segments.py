"""Table `segments_#`: vectors packed by the thousand as eight-bit codes, laid out to be scanned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from grooveseek.index.sqlite.codes import Segment
from grooveseek.index.sqlite.damage import DamagedError
from grooveseek.index.sqlite.scope import Ids, Scope, array_of, bound

SCHEMA = (
    """
CREATE TABLE segments_# (
    segment_id INTEGER PRIMARY KEY AUTOINCREMENT,
    last_vector_id INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    chunk_ids BLOB NOT NULL,
    centre BLOB NOT NULL,
    scales BLOB NOT NULL,
    codes BLOB NOT NULL
) STRICT
""",
)
EMPTY_SLICE = "DELETE FROM segments_# WHERE segment_id IN (SELECT segment_id FROM segments_# LIMIT 8)"
TABLES = ("segments_#",)

CAPACITY = 4096
"""Rows of a full segment."""

_INSERT = """
INSERT INTO segments_# (last_vector_id, row_count, chunk_ids, centre, scales, codes) VALUES (?, ?, ?, ?, ?, ?)
"""
_BY_ID = """
SELECT segment_id, chunk_ids, centre, scales, codes FROM segments_#
WHERE segment_id IN (SELECT value FROM carray(?))
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a segment without reading it."""

    segment_id: int
    last_vector_id: int
    rows: int


def entries(scope: Scope) -> list[Entry]:
    sql = "SELECT segment_id, last_vector_id, row_count FROM segments_# ORDER BY segment_id"
    return [Entry(*values) for values in scope.rows(sql)]


def watermark(scope: Scope) -> int:
    """Every vector numbered up to here is packed, none above."""
    return int(scope.value("SELECT coalesce(max(last_vector_id), 0) FROM segments_#"))


def load(scope: Scope, segment_ids: Iterable[int]) -> dict[int, Segment]:
    found = {}
    for segment_id, chunk_ids, centre, scales, codes in scope.rows(_BY_ID, (bound(segment_ids),)):
        ids, mean, sizes = array_of(chunk_ids, np.int64), array_of(centre, np.float32), array_of(scales, np.float32)
        flat = array_of(codes, np.int8)
        if len(sizes) != len(ids) or len(flat) != len(ids) * len(mean):
            raise DamagedError(f"the packed vectors of segment {segment_id} do not fit together")
        found[segment_id] = Segment(ids, mean, sizes, flat.reshape(len(ids), -1))
    return found


def chunk_ids(scope: Scope) -> Ids:
    """Of all segments, in no order, those of chunks that are gone too."""
    blobs = scope.rows("SELECT chunk_ids FROM segments_#")
    return array_of(b"".join(blob for (blob,) in blobs), np.int64)


def torn(scope: Scope) -> Ids:
    """Segments whose parts do not fit together, so that none of their rows can be read."""
    sql = """
SELECT segment_id FROM segments_#
WHERE length(chunk_ids) <> 8 * row_count OR length(scales) <> 4 * row_count
    OR 4 * length(codes) <> length(centre) * row_count
"""
    return scope.ids(sql)


def insert(scope: Scope, segment: Segment, last_vector_id: int) -> None:
    values = (
        last_vector_id,
        len(segment),
        segment.chunk_ids.tobytes(),
        segment.centre.tobytes(),
        segment.scales.tobytes(),
        segment.codes.tobytes(),
    )
    scope.run(_INSERT, values)


def delete(scope: Scope, segment_ids: Iterable[int]) -> None:
    scope.each("DELETE FROM segments_# WHERE segment_id = ?", ((segment_id,) for segment_id in segment_ids))


def clear(scope: Scope) -> None:
    scope.run("DELETE FROM segments_#")
