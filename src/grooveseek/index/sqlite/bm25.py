"""Okapi BM25 with a weight per column, as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75

_LEAST_RATIO = math.exp(1e-6)
"""A word that most texts hold still counts a little, so that texts that say nothing else are ranked by it."""

Floats = NDArray[np.floating]


def idf(texts: int, holding: float) -> float:
    """Inverse document frequency of a word that `holding` of `texts` texts hold."""
    return math.log(max((texts - holding + 0.5) / (holding + 0.5), _LEAST_RATIO))


def saturation(frequency: float | Floats, length: Floats, mean_length: float) -> Floats:
    """What a weighted frequency is worth in a text of this length, 0 to K1 + 1."""
    return frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * length / mean_length))
