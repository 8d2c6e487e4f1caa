"""Reciprocal rank fusion: one order from the orders of several legs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from grooveseek.index.records import Candidate


@dataclass(frozen=True, slots=True)
class Leg:
    """One ranking, best first, and what each place in it counts; 1 everywhere when not said."""

    candidates: Sequence[Candidate]
    weights: Sequence[float] | None = None


def fuse(legs: Sequence[Leg], rrf_k: float) -> list[Candidate]:
    """Every candidate of any leg, by the sum of `weight / (rrf_k + rank)` over the legs that hold it; ranks start at 1.

    Ties by chunk id ascending. Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods", SIGIR 2009.
    """
    scores: dict[int, float] = {}
    for leg in legs:
        weights = repeat(1.0) if leg.weights is None else leg.weights
        for rank, (candidate, weight) in enumerate(zip(leg.candidates, weights, strict=False), 1):
            scores[candidate.chunk_id] = scores.get(candidate.chunk_id, 0.0) + weight / (rrf_k + rank)
    return [
        Candidate(chunk_id, score) for chunk_id, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    ]
