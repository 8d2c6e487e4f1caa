"""The text leg's view of one state: whose words are packed where, and the texts that are not packed yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite import texts, wordsegments
from grooveseek.index.sqlite.rowset import Rows
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.selection import Selection
from grooveseek.index.sqlite.texts import Text
from grooveseek.index.sqlite.wordpacking import STALE
from grooveseek.index.sqlite.wordsegments import WordSegment


@dataclass(frozen=True)
class WordView:
    """All texts of one state."""

    segments: Mapping[int, WordSegment]
    gone: Mapping[int, Rows]
    """By segment, the rows of texts that are no longer there."""
    loose: Sequence[Text]
    """By chunk id ascending."""
    loose_wholes: Sequence[str]
    """All columns of each in one."""
    loose_chunk_ids: Ids
    count: int
    """Texts in all."""
    mean_length: float
    """Of a text, in characters."""

    def allowed(self, segment_id: int, selection: Selection) -> NDArray[np.bool_] | None:
        """Which rows of a segment a question may see; None for all."""
        gone = self.gone[segment_id]
        if selection.is_everything and not len(gone):
            return None
        marks = selection.marks(self.segments[segment_id].chunk_ids)
        marks[gone] = False
        return marks


def load(scope: Scope, known: WordView | None) -> WordView:
    """Read the scope's state; segments never change, so those already in memory are taken over."""
    wanted = [entry.segment_id for entry in wordsegments.entries(scope)]
    held = {} if known is None else known.segments
    read = wordsegments.load(scope, [key for key in wanted if key not in held])
    segments = {key: held.get(key) or read[key] for key in wanted}
    stale = STALE.ids(scope)
    gone = {key: np.flatnonzero(np.isin(segment.text_ids, stale)) for key, segment in segments.items()}
    loose = sorted(texts.after(scope, wordsegments.watermark(scope)), key=lambda text: text.chunk_id)
    loose_chunk_ids = np.array([text.chunk_id for text in loose], np.int64)
    count = len(loose) + sum(len(segment) - len(gone[key]) for key, segment in segments.items())
    length = sum(text.length for text in loose)
    length += sum(int(segment.lengths.sum() - segment.lengths[gone[key]].sum()) for key, segment in segments.items())
    wholes = [text.whole for text in loose]
    return WordView(segments, gone, loose, wholes, loose_chunk_ids, count, length / count if count else 1.0)
