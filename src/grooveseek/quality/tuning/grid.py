"""The conditions that are measured: three column weights of BM25 and the constant of reciprocal rank fusion."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from grooveseek.index.records import ColumnWeights

WEIGHTS = (0.5, 1.0, 2.0, 4.0)
RRF_KS = (5.0, 10.0, 20.0, 30.0, 60.0, 100.0)
_CENTRE = (1.5, 1.5, 1.5, 2.5)


@dataclass(frozen=True, slots=True)
class Condition:
    rrf_k: float
    heading: float
    context: float
    content: float

    @property
    def columns(self) -> ColumnWeights:
        """With the weights that are not tuned as they are."""
        return ColumnWeights(heading=self.heading, breadcrumb=self.context, content=self.content)

    @property
    def weights(self) -> tuple[float, float, float]:
        return self.heading, self.context, self.content


DEFAULT = Condition(60.0, 2.0, 1.0, 1.0)
GRID = tuple(Condition(k, *weights) for *weights, k in product(WEIGHTS, WEIGHTS, WEIGHTS, RRF_KS))
"""Heading outermost, then context and content, `rrf_k` innermost."""

POSITIONS = {condition: place for place, condition in enumerate(GRID)}
WEIGHT_SETS = tuple(dict.fromkeys(condition.weights for condition in GRID))
DEFAULT_PLACE = POSITIONS[DEFAULT]


def distance(condition: Condition) -> float:
    """How far from the middle of the four axes, in steps."""
    places = (*(WEIGHTS.index(weight) for weight in condition.weights), RRF_KS.index(condition.rrf_k))
    return sum(abs(place - centre) for place, centre in zip(places, _CENTRE, strict=True))


def columns_of(weights: tuple[float, float, float]) -> ColumnWeights:
    return Condition(DEFAULT.rrf_k, *weights).columns
