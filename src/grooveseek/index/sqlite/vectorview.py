"""The vector leg: all vectors of one state in memory, and the nearest of them to a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.records import Candidate
from grooveseek.index.sqlite import segments, vectors
from grooveseek.index.sqlite.codes import CodedQuery, Segment, dots
from grooveseek.index.sqlite.packing import REMOVED
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.selection import Selection
from grooveseek.models.protocol import Matrix, Vector

_RESCORED = 200
"""At least so many chunks that the codes put first are compared by their stored vectors."""


@dataclass(frozen=True)
class VectorView:
    """All vectors of one state: coded segments, and the few not packed yet as they are."""

    segments: Mapping[int, Segment]
    gone: Ids
    """Chunks that segments still hold and searches must not."""
    loose_ids: Ids
    loose: Matrix

    def candidates(self, scope: Scope, query: Vector, selection: Selection, limit: int) -> list[Candidate]:
        """Best `limit` of the selected chunks by cosine, ties by chunk id: codes choose, the stored vectors decide."""
        if limit < 1 or selection.is_nothing:
            return []
        length = np.linalg.norm(query)
        unit = (query / length if length > 0 else query).astype(np.float32)
        coded = self._best_coded(CodedQuery.of(unit), selection, max(_RESCORED, 4 * limit))
        ids, matrix = vectors.of_chunks(scope, coded)
        rows = selection.rows_of(self.loose_ids)
        ids = np.concatenate([ids, self.loose_ids if rows is None else self.loose_ids[rows]])
        scores = np.concatenate(
            [_cosines(unit, matrix), _cosines(unit, self.loose if rows is None else self.loose[rows])]
        )
        order = np.lexsort((ids, -scores))[:limit]
        return [Candidate(*found) for found in zip(ids[order].tolist(), scores[order].tolist(), strict=True)]

    def _best_coded(self, query: CodedQuery, selection: Selection, keep: int) -> Ids:
        """The `keep` selected chunks with the best approximate cosine among the packed ones, in no order."""
        ids: list[Ids] = []
        scores: list[NDArray[np.float32]] = []
        present = selection.without(self.gone)
        for segment in self.segments.values():
            rows = present.rows_of(segment.chunk_ids)
            if rows is None or len(rows):
                ids.append(segment.chunk_ids if rows is None else segment.chunk_ids[rows])
                scores.append(query.scores(segment, rows))
        if not ids:
            return np.empty(0, np.int64)
        all_ids, all_scores = np.concatenate(ids), np.concatenate(scores)
        if len(all_ids) <= keep:
            return all_ids
        return all_ids[np.argpartition(all_scores, len(all_scores) - keep)[-keep:]]


def _cosines(query: Vector, matrix: Matrix) -> NDArray[np.float32]:
    return dots(query[None, :], matrix) if len(matrix) else np.empty(0, np.float32)


def load(scope: Scope, known: VectorView | None) -> VectorView:
    """Read the scope's state; segments never change, so those already in memory are taken over."""
    wanted = [entry.segment_id for entry in segments.entries(scope)]
    held = {} if known is None else known.segments
    read = segments.load(scope, [key for key in wanted if key not in held])
    loose_ids, loose = vectors.after(scope, segments.watermark(scope))
    return VectorView({key: held.get(key) or read[key] for key in wanted}, REMOVED.ids(scope), loose_ids, loose)
