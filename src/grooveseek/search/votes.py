"""What a place in a leg counts: as much as speaks for the chunk, so that a leg with nothing to go by has no say.

With equal votes, fusion loses to its better leg wherever the other one fails: words where question and texts are in
different languages, meaning where a name says it all. So a vote is not 1 but

- by words, the share of the question that the chunk says, times its score over the best one's;
- by meaning, how much nearer the chunk is than the fiftieth, in deviations of the cosines between its documents;

and those by words count more if the best of them lie near in meaning, or if the first says all that was asked.

The constants were chosen on two of three judged knowledge bases and confirmed on the third, in rotation; see
`docs/retrieval-quality.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grooveseek.index.records import Background, Candidate
from grooveseek.search.candidates import Legs
from grooveseek.search.fusion import Leg

_FAR = 50
"""The place in the leg by meaning from which on nearness counts for nothing."""

_LEAST = 0.01
"""A vote by meaning never counts less, so that the order behind the fiftieth is kept."""

_BEST_WORDS = 3
"""So many of the best by words are looked for among the nearest."""

_ALMOST_ALL = 8
"""To this power the share that the best by words says tells whether it says all: 0.9 gives 0.43, 0.7 gives 0.06."""


@dataclass(frozen=True, slots=True)
class Rules:
    spreads: float = 4.0
    """So many standard deviations above the fiftieth are a whole vote by meaning."""
    doubted: float = 0.5
    """What a whole vote by words counts at least."""
    trusted: float = 1.2
    """What a whole vote by words counts at most."""


RULES = Rules()


def weighed(legs: Legs, background: Background | None, rules: Rules = RULES) -> tuple[Leg, Leg]:
    """Words and meaning. Where the spread of cosines is not known, the nearest has a whole vote."""
    spread = background.spread if background else None
    nearness = _nearness(legs.meaning, None if spread is None else rules.spreads * spread)
    return Leg(legs.words, _by_words(legs, nearness, rules)), Leg(legs.meaning, nearness)


def _by_words(legs: Legs, nearness: Sequence[float], rules: Rules) -> list[float]:
    if not legs.words:
        return []
    best = legs.words[0]
    trust = max(_likeness(legs, nearness), best.share**_ALMOST_ALL)
    whole = rules.doubted + (rules.trusted - rules.doubted) * trust
    return [whole * candidate.share * (candidate.score / (best.score or 1.0)) for candidate in legs.words]


def _nearness(meaning: Sequence[Candidate], whole: float | None) -> list[float]:
    """`whole`: the distance above the fiftieth that is a whole vote; None for that of the nearest."""
    if not meaning:
        return []
    far = meaning[min(_FAR, len(meaning)) - 1].score
    if whole is None:
        whole = meaning[0].score - far
    return [_LEAST + (max(0.0, candidate.score - far) / whole if whole > 0 else 0.0) for candidate in meaning]


def _likeness(legs: Legs, nearness: Sequence[float]) -> float:
    """How near the best by words are, 0..1: as a share of how near the nearest is, on average."""
    best = legs.words[:_BEST_WORDS]
    by_id = {candidate.chunk_id: near for candidate, near in zip(legs.meaning, nearness, strict=True)}
    nearest = max(nearness, default=1.0)
    return sum(by_id.get(candidate.chunk_id, 0.0) for candidate in best) / (len(best) * nearest)
