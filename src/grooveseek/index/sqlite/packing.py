"""When vectors are packed into segments, and when segments are packed anew."""

from __future__ import annotations

import numpy as np

from grooveseek.index.sqlite import generations, segments, vectors
from grooveseek.index.sqlite.codes import encode, strangers
from grooveseek.index.sqlite.idlist import IdList
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.segments import CAPACITY

WORTH_PACKING = 256
"""Fewer unpacked rows than this are scanned as they are, which costs a search next to nothing."""

REMOVED = IdList("removed_#")
"""Chunks that are gone but still have a row in a segment."""


def count_loose(scope: Scope) -> int:
    """Vectors that are not packed."""
    return vectors.count_after(scope, segments.watermark(scope))


def is_due(scope: Scope) -> bool:
    """Whether so many vectors are unpacked that a search would feel it."""
    return count_loose(scope) >= CAPACITY


def is_worth_it(scope: Scope) -> bool:
    """Whether packing now would make a difference."""
    return count_loose(scope) >= WORTH_PACKING or _is_worn(scope)


def pack(scope: Scope) -> None:
    """Fold unpacked vectors into segments and drop rows of chunks that are gone.

    A partly filled last segment is packed again together with what came since, so that few small ones pile up.
    """
    entries = segments.entries(scope)
    if _is_worn(scope):
        _repack(scope, _holding_removed(scope, entries))
        REMOVED.clear(scope)
    else:
        _repack(scope, [entry for entry in entries if entry.rows < CAPACITY])
    generations.rearranged(scope.connection, scope.generation)


def is_worn(gone: int, packed: int) -> bool:
    """Whether so many packed rows are of things that are gone that segments should be made anew."""
    return gone > max(1024, packed // 32)


def _is_worn(scope: Scope) -> bool:
    return is_worn(REMOVED.count(scope), sum(entry.rows for entry in segments.entries(scope)))


def _holding_removed(scope: Scope, entries: list[segments.Entry]) -> list[segments.Entry]:
    gone = REMOVED.ids(scope)
    found = []
    for entry in entries:
        segment = segments.load(scope, [entry.segment_id]).get(entry.segment_id)
        if entry.rows < CAPACITY or segment is None or np.isin(segment.chunk_ids, gone).any():
            found.append(entry)
    return found


def _repack(scope: Scope, stale: list[segments.Entry]) -> None:
    """Replace `stale` segments and all loose vectors by new segments of the chunks that are still there."""
    loose, _ = vectors.after(scope, segments.watermark(scope))
    last = vectors.last_id(scope)
    members = [segments.load(scope, [entry.segment_id])[entry.segment_id].chunk_ids for entry in stale]
    chunk_ids = np.sort(np.concatenate([*members, loose]))
    segments.delete(scope, [entry.segment_id for entry in stale])
    for start in range(0, len(chunk_ids), CAPACITY):
        present, matrix = vectors.of_chunks(scope, chunk_ids[start : start + CAPACITY])
        if len(present):
            segments.insert(scope, encode(present, matrix), last)


def errors(scope: Scope) -> Ids:
    """Chunks that a search by meaning would miss, see twice, or see although they are gone.

    Where segments cannot be read at all, their ids instead.
    """
    if len(torn := segments.torn(scope)):
        return torn
    expected = vectors.ids_up_to(scope, segments.watermark(scope))
    return differences(segments.chunk_ids(scope), REMOVED.ids(scope), expected)


def misread(scope: Scope, wrong: Ids) -> Ids:
    """Chunks whose packed row does not stand for their vector; those of `wrong` have none that could be compared."""
    found: list[int] = []
    for entry in segments.entries(scope):
        segment = segments.load(scope, [entry.segment_id])[entry.segment_id]
        present, matrix = vectors.of_chunks(scope, np.setdiff1d(segment.chunk_ids, wrong))
        if len(present):
            rows = np.flatnonzero(np.isin(segment.chunk_ids, present))
            found += segment.chunk_ids[strangers(segment, rows, matrix)].tolist()
    return np.array(sorted(found), np.int64)


def unpack(scope: Scope) -> None:
    """Give up all segments, so that they are made anew."""
    segments.clear(scope)
    REMOVED.clear(scope)
    generations.rearranged(scope.connection, scope.generation)


def differences(held: Ids, gone: Ids, expected: Ids) -> Ids:
    """Ids that packed rows have and should not, lack, or have more than once."""
    packed, times = np.unique(held, return_counts=True)
    present = np.setdiff1d(packed, gone, assume_unique=True)
    return np.union1d(np.setxor1d(present, expected), packed[times > 1])
