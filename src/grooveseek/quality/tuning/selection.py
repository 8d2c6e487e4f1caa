"""Choosing a condition from the mean scores of all: weights first, then the constant of fusion."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.quality.tuning.grid import (
    DEFAULT,
    DEFAULT_PLACE,
    GRID,
    POSITIONS,
    RRF_KS,
    WEIGHT_SETS,
    Condition,
    distance,
)

TOLERANCE = 1e-9
"""Scores nearer to each other than this are equal."""


def select(means: Sequence[float]) -> int:
    """The place in the grid of the chosen condition; `means` has one score a condition.

    Nothing is chosen over the default, or over the middle of the grid, without being better.
    """
    weight_places = [POSITIONS[Condition(DEFAULT.rrf_k, *weights)] for weights in WEIGHT_SETS]
    winner = GRID[_best(means, weight_places, start=DEFAULT_PLACE)]
    k_places = [POSITIONS[Condition(k, *winner.weights)] for k in RRF_KS]
    return _best(means, k_places, start=POSITIONS[winner])


def _best(means: Sequence[float], places: Sequence[int], start: int) -> int:
    best, tied = means[start], [start]
    for place in places:
        if means[place] > best + TOLERANCE:
            best, tied = means[place], [place]
        elif means[place] >= best - TOLERANCE and place not in tied:
            tied.append(place)
    return resolved(tied)


def resolved(tied: Sequence[int]) -> int:
    """One of several conditions that score alike: the default, else the one nearest to the middle, else the first."""
    if DEFAULT_PLACE in tied:
        return DEFAULT_PLACE
    return min(tied, key=lambda place: (distance(GRID[place]), place))
