"""When texts are packed into word segments, and when segments are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from grooveseek.index.sqlite import generations, packing, texts, wordsegments
from grooveseek.index.sqlite.blocks import BLOCKS, Block, encode
from grooveseek.index.sqlite.grams import ROW_BITS, Keys, keys, merged
from grooveseek.index.sqlite.idlist import IdList
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.texts import Text
from grooveseek.index.sqlite.wordsegments import Entry, WordSegment

STALE = IdList("stale_#")
"""Texts that are gone but still have a row in a segment."""

BATCH = 4096
"""Texts that are packed at once; as many may be scanned unpacked by a search without its being felt."""
_SLICE = 512
"""Texts whose grams are cut at once, which bounds the memory it takes."""
CAPACITY = 1 << ROW_BITS
"""Rows of the largest segment."""


def count_loose(scope: Scope) -> int:
    """Texts that are not packed."""
    return texts.count_after(scope, wordsegments.watermark(scope))


def is_due(scope: Scope) -> bool:
    """Whether so many texts are unpacked that a search would feel it."""
    return count_loose(scope) >= BATCH


def is_worth_it(scope: Scope) -> bool:
    """Whether packing now would make a difference."""
    return count_loose(scope) >= packing.WORTH_PACKING or _is_worn(scope)


def pack(scope: Scope) -> None:
    """Fold unpacked texts into segments, and join segments of like size so that few are left."""
    while loose := texts.after(scope, wordsegments.watermark(scope), BATCH):
        _add(scope, loose)
        _join(scope, _trailing(wordsegments.entries(scope)))
    if _is_worn(scope):
        for entry in wordsegments.entries(scope):
            _join(scope, [entry])
        STALE.clear(scope)
    generations.rearranged(scope.connection, scope.generation)


def _is_worn(scope: Scope) -> bool:
    return packing.is_worn(STALE.count(scope), sum(entry.rows for entry in wordsegments.entries(scope)))


def _add(scope: Scope, loose: Sequence[Text]) -> None:
    last = loose[-1].text_id
    ordered = sorted(loose, key=lambda text: text.chunk_id)
    segment = WordSegment(
        np.array([text.text_id for text in ordered], np.int64),
        np.array([text.chunk_id for text in ordered], np.int64),
        np.array([text.length for text in ordered], np.int32),
    )
    slices = [(start, ordered[start : start + _SLICE]) for start in range(0, len(ordered), _SLICE)]
    found = [
        keys([text.head for text in some], [text.body for text in some]) + np.uint64(start) for start, some in slices
    ]
    segment_id = wordsegments.insert(scope, segment, last)
    wordsegments.insert_blocks(scope, segment_id, encode(merged(found), len(segment)))


def _trailing(entries: Sequence[Entry]) -> list[Entry]:
    """The newest segments that are to become one: each is at most as large as all behind it together."""
    chosen = [entries[-1]]
    for entry in reversed(entries[:-1]):
        total = sum(other.rows for other in chosen)
        if entry.rows > total or entry.rows + total > CAPACITY:
            break
        chosen.append(entry)
    return chosen[::-1] if len(chosen) > 1 else []


def _join(scope: Scope, entries: Sequence[Entry]) -> None:
    """Replace segments by one of those of their texts that are still there, block by block."""
    if not entries:
        return
    loaded = wordsegments.load(scope, [entry.segment_id for entry in entries])
    parts = [loaded[entry.segment_id] for entry in entries]
    text_ids, chunk_ids, lengths = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("text_ids", "chunk_ids", "lengths")
    )
    present = np.flatnonzero(~np.isin(text_ids, STALE.ids(scope)))
    order = present[np.argsort(chunk_ids[present], kind="stable")]
    if len(order) < len(text_ids) or len(entries) > 1:
        # The new row of each old one, counted through all parts; none for a text that is gone.
        target = np.full(len(text_ids), -1, np.int64)
        target[order] = np.arange(len(order))
        if len(order):
            segment = WordSegment(text_ids[order], chunk_ids[order], lengths[order])
            segment_id = wordsegments.insert(scope, segment, max(entry.last_text_id for entry in entries))
            wordsegments.insert_blocks(scope, segment_id, _joined(scope, entries, target, len(order)))
        wordsegments.delete(scope, [entry.segment_id for entry in entries])


def _joined(
    scope: Scope, entries: Sequence[Entry], target: np.ndarray[tuple[int], np.dtype[np.int64]], rows: int
) -> Iterator[tuple[int, Block]]:
    firsts = np.cumsum([0, *(entry.rows for entry in entries)])
    for number in range(BLOCKS):
        found: list[Keys] = []
        for entry, first in zip(entries, firsts.tolist(), strict=False):
            block = wordsegments.block(scope, entry.segment_id, number)
            if block is not None:
                old = block.keys(entry.rows)
                new = target[first + (old & np.uint64(CAPACITY - 1)).astype(np.int64)]
                stays = new >= 0
                found.append((old[stays] & ~np.uint64(CAPACITY - 1)) | new[stays].astype(np.uint64))
        if found:
            yield from encode(merged(found), rows)


def errors(scope: Scope) -> Ids:
    """Texts that a search by words would miss, see twice, or see although they are gone.

    Where segments cannot be read at all, their ids instead.
    """
    if len(torn := wordsegments.torn(scope)):
        return torn
    expected = texts.ids_up_to(scope, wordsegments.watermark(scope))
    return packing.differences(wordsegments.text_ids(scope), STALE.ids(scope), expected)


def unpack(scope: Scope) -> None:
    """Give up all segments, so that they are made anew."""
    wordsegments.delete(scope, [entry.segment_id for entry in wordsegments.entries(scope)])
    STALE.clear(scope)
    generations.rearranged(scope.connection, scope.generation)
