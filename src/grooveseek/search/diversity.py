"""Maximal marginal relevance: a candidate counts less the more it resembles what was already picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.records import Candidate
from grooveseek.models.protocol import Vector
from grooveseek.search.request import Diversity

_FLAT = 1.19e-7
"""Scores closer together than this are taken as equal: the resolution of a 32-bit float at 1."""


def diversify(
    pool: Sequence[Candidate],
    vectors: Mapping[int, Vector],
    documents: Mapping[int, int],
    diversity: Diversity,
    limit: int,
) -> list[Candidate]:
    """At most `limit` of `pool` in pick order, scores untouched; candidates without a vector are left out.

    `vectors` and `documents` (document ids) are keyed by chunk id. Source: Carbonell and Goldstein, "The Use of MMR,
    Diversity-Based Reranking for Reordering Documents and Producing Summaries", SIGIR 1998.
    """
    candidates = [candidate for candidate in pool if candidate.chunk_id in vectors]
    if not candidates:
        return []
    relevance = diversity.lambda_ * _scaled(np.array([candidate.score for candidate in candidates], np.float64))
    matrix = np.array([_unit(vectors[candidate.chunk_id]) for candidate in candidates])
    owners = np.array([documents[candidate.chunk_id] for candidate in candidates])
    similarity: NDArray[np.float64] | None = None
    same = np.zeros(len(candidates), bool)
    free = np.ones(len(candidates), bool)
    picks: list[Candidate] = []
    while free.any() and len(picks) < limit:
        value = relevance - diversity.same_doc_penalty * same
        if similarity is not None:
            value -= (1.0 - diversity.lambda_) * similarity
        pick = int(np.argmax(np.where(free, value, -np.inf)))
        picks.append(candidates[pick])
        free[pick] = False
        same |= owners == owners[pick]
        nearness = matrix @ matrix[pick]
        similarity = nearness if similarity is None else np.maximum(similarity, nearness)
    return picks


def _scaled(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = scores.min(), scores.max()
    return np.zeros_like(scores) if high - low <= _FLAT else (scores - low) / (high - low)


def _unit(vector: Vector) -> NDArray[np.float64]:
    wide = vector.astype(np.float64)
    length = np.linalg.norm(wide)
    return wide / length if length else wide
