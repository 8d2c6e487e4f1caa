"""How well a ranked list answers a question: recall, reciprocal rank and nDCG, for documents and their sections.

Source of nDCG: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS 2002; relevance is
binary here, and each expected entry is worth its gain once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from grooveseek.quality.golden.set import Expected

METRIC_VERSION = 2
"""Goes up whenever one of these formulas changes, so that runs before and after are not compared."""


class Located(Protocol):
    """Where a hit lies."""

    @property
    def path(self) -> str: ...

    @property
    def heading(self) -> str | None: ...


def matches(expected: Expected, hit: Located) -> bool:
    """The same path, and where the entry names a heading, the same heading but for case and outer white space."""
    if expected.path != hit.path:
        return False
    if expected.heading is None:
        return True
    return hit.heading is not None and _folded(expected.heading) == _folded(hit.heading)


def _folded(heading: str) -> str:
    return heading.strip().lower()


def recall_at(k: int, expected: Sequence[Expected], hits: Sequence[Located]) -> float:
    """Share of the entries that any of the first `k` hits matches; each entry is judged on its own."""
    if not expected:
        return 0.0
    return sum(any(matches(entry, hit) for hit in hits[:k]) for entry in expected) / len(expected)


def reciprocal_rank(expected: Sequence[Expected], hits: Sequence[Located]) -> float:
    """1 / rank of the first hit that matches any entry, over the whole list; 0 where none does."""
    for rank, hit in enumerate(hits, 1):
        if any(matches(entry, hit) for entry in expected):
            return 1 / rank
    return 0.0


def ndcg_at(k: int, expected: Sequence[Expected], hits: Sequence[Located]) -> float:
    """Discounted gain of the first `k` hits over the best possible one, 0..1.

    A hit takes at most one entry and an entry gives its gain once: of the entries a hit matches, one with a heading
    goes first, then the order of `expected`.
    """
    if not expected or k < 1:
        return 0.0
    left = sorted(expected, key=lambda entry: entry.heading is None)
    gain = 0.0
    for rank, hit in enumerate(hits[:k], 1):
        taken = next((entry for entry in left if matches(entry, hit)), None)
        if taken is not None:
            left.remove(taken)
            gain += _discount(rank)
    return gain / sum(_discount(rank) for rank in range(1, min(len(expected), k) + 1))


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)
