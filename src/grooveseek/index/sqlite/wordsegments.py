"""Tables `word_segments_#` and `word_blocks_#`: postings packed by segment, made from `texts_#`, never changed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.blocks import BLOCK_BITS, BLOCKS, Block, Posting, block_of
from grooveseek.index.sqlite.damage import DamagedError
from grooveseek.index.sqlite.scope import Ids, Scope, array_of, bound

SCHEMA = (
    """
CREATE TABLE word_segments_# (
    segment_id INTEGER PRIMARY KEY AUTOINCREMENT,
    last_text_id INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    block_count INTEGER NOT NULL,
    text_ids BLOB NOT NULL,
    chunk_ids BLOB NOT NULL,
    lengths BLOB NOT NULL
) STRICT
""",
    # The key is the segment's, shifted, plus the block's number.
    """
CREATE TABLE word_blocks_# (
    block_id INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    postings BLOB NOT NULL
) STRICT
""",
)
EMPTY_SLICE = "DELETE FROM word_blocks_# WHERE block_id IN (SELECT block_id FROM word_blocks_# LIMIT 4000)"
TABLES = ("word_blocks_#", "word_segments_#")

_SEGMENT = """
INSERT INTO word_segments_# (last_text_id, row_count, block_count, text_ids, chunk_ids, lengths)
VALUES (?, ?, 0, ?, ?, ?)
"""
_BLOCK = "INSERT INTO word_blocks_# (block_id, checksum, postings) VALUES (?, ?, ?)"
_BLOCKS = "SELECT block_id, postings FROM word_blocks_# WHERE block_id IN (SELECT value FROM carray(?))"


@dataclass(frozen=True, slots=True)
class WordSegment:
    """Whose words a segment holds: row i is the text `text_ids[i]` of the chunk `chunk_ids[i]`, chunk ids ascending."""

    text_ids: Ids
    chunk_ids: Ids
    lengths: NDArray[np.int32]
    """Characters of each text."""

    def __len__(self) -> int:
        return len(self.text_ids)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a segment without reading it."""

    segment_id: int
    last_text_id: int
    rows: int


def entries(scope: Scope) -> list[Entry]:
    sql = "SELECT segment_id, last_text_id, row_count FROM word_segments_# ORDER BY segment_id"
    return [Entry(*values) for values in scope.rows(sql)]


def watermark(scope: Scope) -> int:
    """Every text numbered up to here is packed, none above."""
    return int(scope.value("SELECT coalesce(max(last_text_id), 0) FROM word_segments_#"))


def load(scope: Scope, segment_ids: Iterable[int]) -> dict[int, WordSegment]:
    sql = """
SELECT segment_id, text_ids, chunk_ids, lengths FROM word_segments_# WHERE segment_id IN (SELECT value FROM carray(?))
"""
    found = {}
    for key, texts, chunks, sizes in scope.rows(sql, (bound(segment_ids),)):
        segment = WordSegment(array_of(texts, np.int64), array_of(chunks, np.int64), array_of(sizes, np.int32))
        if not len(segment.text_ids) == len(segment.chunk_ids) == len(segment.lengths):
            raise DamagedError(f"the rows of word segment {key} do not fit together")
        found[key] = segment
    return found


def text_ids(scope: Scope) -> Ids:
    """Of all segments, in no order, those of texts that are gone too."""
    blobs = scope.rows("SELECT text_ids FROM word_segments_#")
    return array_of(b"".join(blob for (blob,) in blobs), np.int64)


def insert(scope: Scope, segment: WordSegment, last_text_id: int) -> int:
    """Add a segment without its blocks; its id."""
    arrays = (segment.text_ids, segment.chunk_ids, segment.lengths)
    return scope.insert(_SEGMENT, (last_text_id, len(segment), *(array.tobytes() for array in arrays)))


def insert_blocks(scope: Scope, segment_id: int, blocks: Iterable[tuple[int, Block]]) -> None:
    blobs = ((segment_id << BLOCK_BITS | number, block.blob()) for number, block in blocks)
    scope.each(_BLOCK, ((block_id, zlib.crc32(blob), blob) for block_id, blob in blobs))
    scope.run(
        "UPDATE word_segments_# SET block_count = ? WHERE segment_id = ?", (_blocks(scope, segment_id), segment_id)
    )


def _blocks(scope: Scope, segment_id: int) -> int:
    first = segment_id << BLOCK_BITS
    sql = "SELECT count(*) FROM word_blocks_# WHERE block_id BETWEEN ? AND ?"
    return int(scope.value(sql, (first, first + BLOCKS - 1)))


def block(scope: Scope, segment_id: int, number: int) -> Block | None:
    found = scope.row(_BLOCKS, (bound([segment_id << BLOCK_BITS | number]),))
    return None if found is None else Block.of(found[1])


def postings(scope: Scope, rows: dict[int, int], grams: Iterable[int]) -> dict[int, dict[int, Posting]]:
    """By segment, the postings of those of `grams` that it has. `rows` gives the segments wanted and their sizes."""
    wanted: dict[int, list[int]] = {}
    for gram in set(grams):
        wanted.setdefault(block_of(gram), []).append(gram)
    ids = [segment_id << BLOCK_BITS | number for segment_id in rows for number in wanted]
    found: dict[int, dict[int, Posting]] = {segment_id: {} for segment_id in rows}
    for block_id, blob in scope.rows(_BLOCKS, (bound(ids),)):
        segment_id, number = block_id >> BLOCK_BITS, block_id & (BLOCKS - 1)
        found[segment_id].update(Block.of(blob).find(wanted[number], rows[segment_id]))
    return found


def delete(scope: Scope, segment_ids: Iterable[int]) -> None:
    for segment_id in segment_ids:
        first = segment_id << BLOCK_BITS
        scope.run("DELETE FROM word_blocks_# WHERE block_id BETWEEN ? AND ?", (first, first + BLOCKS - 1))
        scope.run("DELETE FROM word_segments_# WHERE segment_id = ?", (segment_id,))


def torn(scope: Scope) -> Ids:
    """Segments whose parts do not fit together, so that none of their rows can be read."""
    sql = """
SELECT segment_id FROM word_segments_#
WHERE length(text_ids) <> 8 * row_count OR length(chunk_ids) <> 8 * row_count OR length(lengths) <> 4 * row_count
"""
    return scope.ids(sql)


def damaged(scope: Scope) -> int:
    """Blocks that are not what was written, are of no segment, or are gone."""
    expected = dict(scope.rows("SELECT segment_id, block_count FROM word_segments_#"))
    found = dict.fromkeys(expected, 0)
    wrong = 0
    for block_id, checksum, blob in scope.rows("SELECT block_id, checksum, postings FROM word_blocks_#"):
        segment_id = block_id >> BLOCK_BITS
        if segment_id in found:
            found[segment_id] += 1
        wrong += segment_id not in found or zlib.crc32(blob) != checksum
    return int(wrong + sum(abs(expected[key] - found[key]) for key in expected))
