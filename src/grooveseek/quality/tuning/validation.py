"""Leave-one-out cross-validation: what choosing gains on a question that was not among those it chose from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import stdev

import numpy as np
from numpy.typing import NDArray

from grooveseek.quality.tuning.grid import DEFAULT_PLACE, GRID
from grooveseek.quality.tuning.selection import select

NEGLIGIBLE = 1e-12
"""Smaller differences are rounding."""

Scores = NDArray[np.float64]
"""Shape (questions, conditions): nDCG@5."""


@dataclass(frozen=True, slots=True)
class SignTest:
    improved: int
    degraded: int
    tied: int

    @property
    def p_value(self) -> float:
        """Two-sided and exact: the chance of so uneven a split of the untied if both signs were equally likely."""
        untied = self.improved + self.degraded
        tail = sum(math.comb(untied, times) for times in range(min(self.improved, self.degraded) + 1))
        return min(1.0, float(2 * tail / 2**untied))


@dataclass(frozen=True, slots=True)
class CrossValidation:
    refit: int
    """Place in the grid of what all questions together choose."""
    chosen: tuple[int, ...]
    """The same for all questions but one, question by question."""
    held_out: tuple[float, ...]
    """Score of that choice on the question left out, minus the default's."""

    @property
    def mean(self) -> float:
        return sum(self.held_out) / len(self.held_out) if self.held_out else 0.0

    @property
    def standard_error(self) -> float:
        """Of the mean; infinite below two questions."""
        count = len(self.held_out)
        return stdev(self.held_out) / math.sqrt(count) if count > 1 else math.inf

    @property
    def stability(self) -> float:
        """Share of the choices that are the same as with all questions."""
        return sum(place == self.refit for place in self.chosen) / len(self.chosen) if self.chosen else 0.0

    @property
    def sign_test(self) -> SignTest:
        improved = sum(difference > NEGLIGIBLE for difference in self.held_out)
        degraded = sum(difference < -NEGLIGIBLE for difference in self.held_out)
        return SignTest(improved, degraded, len(self.held_out) - improved - degraded)


def cross_validate(scores: Scores) -> CrossValidation:
    count = len(scores)
    total = scores.sum(axis=0)
    chosen, held_out = [], []
    for row in scores:
        means = (total - row) / (count - 1) if count > 1 else np.zeros(len(GRID))
        place = select(means.tolist())
        chosen.append(place)
        held_out.append(float(row[place] - row[DEFAULT_PLACE]))
    return CrossValidation(select((total / max(count, 1)).tolist()), tuple(chosen), tuple(held_out))
