"""Constants chosen on two knowledge bases and tried on the third, each in turn."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from benchmarks.quality.asked import AskedSet
from benchmarks.quality.scores import MRR, NDCG, Table, rankings, table
from benchmarks.quality.sets import BASES

from grooveseek.search.votes import RULES, Rules

_GRID = tuple(
    Rules(spreads, doubted, trusted)
    for spreads, doubted, trusted in itertools.product((3.0, 4.0, 5.0), (0.3, 0.5, 0.7), (0.9, 1.2, 1.6))
)


@dataclass(frozen=True, slots=True)
class Gain:
    """Of the answered over the better leg, of means over a set."""

    name: str
    mrr: float
    ndcg: float


@dataclass(frozen=True, slots=True)
class Turn:
    held_out: str
    chosen: Rules
    gains: tuple[Gain, ...]
    """On the sets of the knowledge base that was held out."""


def turns(sets: Sequence[AskedSet]) -> list[Turn]:
    """Of the settings that lose to no better leg on the sets of two bases, the one that gains most on average."""
    better = {asked.name: _better_leg(asked) for asked in sets}
    tried = {rules: [_gain(asked, rules, better[asked.name]) for asked in sets] for rules in _GRID}
    found = []
    for held_out in BASES:
        seen = {
            rules: [_worth(gain) for gain, asked in zip(gains, sets, strict=True) if asked.base != held_out]
            for rules, gains in tried.items()
        }
        lossless = [rules for rules in _GRID if min(seen[rules]) >= 0] or list(_GRID)
        chosen = max(lossless, key=lambda rules, seen=seen: float(np.mean(seen[rules])))  # type: ignore[misc]
        gains = [gain for gain, asked in zip(tried[chosen], sets, strict=True) if asked.base == held_out]
        found.append(Turn(held_out, chosen, tuple(gains)))
    return found


def gains_of_default(sets: Sequence[AskedSet]) -> list[Gain]:
    return [_gain(asked, RULES, _better_leg(asked)) for asked in sets]


def _worth(gain: Gain) -> float:
    return (gain.mrr + gain.ndcg) / 2


def _better_leg(asked: AskedSet) -> Mapping[int, float]:
    """By metric, the mean of the leg that is better at it."""
    ways = rankings(asked)
    legs: list[Table] = [table(asked, ways[name]) for name in ("words", "meaning")]
    return {metric: max(float(leg[:, metric].mean()) for leg in legs) for metric in (MRR, NDCG)}


def _gain(asked: AskedSet, rules: Rules, better: Mapping[int, float]) -> Gain:
    means = np.mean(table(asked, lambda each: each.answered(asked.background, rules)), axis=0)
    return Gain(asked.name, float(means[MRR]) - better[MRR], float(means[NDCG]) - better[NDCG])
