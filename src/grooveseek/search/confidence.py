"""How much speaks for an answer: whether the knowledge base holds what was asked, or only what comes nearest to it.

Three signals, each of which an unrelated question seldom has: how many of the question's words the nearest chunks hold,
how much nearer the best of them is than what unrelated questions find, and how far the two legs agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Background, StoredChunk
from grooveseek.search.candidates import Legs
from grooveseek.search.query.content_words import content_words
from grooveseek.search.query.segments import trim
from grooveseek.search.request import SearchRequest
from grooveseek.search.words import holds_word
from grooveseek.text.fold import fold

WITNESSES = 3
"""So many of the nearest chunks are looked through for the question's words."""

_RECOMMENDED_CUT = 1.5
_AGREEING = 10
_AGREEING_SHARE = 5


@dataclass(frozen=True, slots=True)
class Signals:
    words: float
    """Share of the question's words in that witness which holds most of them, 0..1."""
    nearness: float | None
    """Of the best cosine above what unrelated questions find, in their deviations; None where either is unknown."""
    agreement: float | None
    """Share of the nearest chunks that are among the best by words too, 0..1; None with one leg alone."""


@dataclass(frozen=True, slots=True)
class _Weights:
    words: float
    nearness: float
    agreement: float
    bias: float


# Logistic regressions of "the knowledge base can answer this" over three knowledge bases (English abstracts, Japanese
# encyclopedia articles, bilingual software documentation): their own questions against each other's, everyday
# questions and gibberish, each such pair weighing the same. Fitted on two and asked of the third, the area under the
# curve is 0.96 or more of every pair; see `docs/retrieval-quality.md`. The first bias lies 0.2 above the fitted one,
# where both kinds of question are judged rightly nine times in ten.
_ALL = _Weights(words=3.8, nearness=1.4, agreement=1.4, bias=-2.9)
_NO_NEARNESS = _Weights(words=5.6, nearness=0.0, agreement=4.0, bias=-2.2)
_ONLY_WORDS = _Weights(words=8.0, nearness=0.0, agreement=0.0, bias=-3.3)


def evidence_of(snapshot: Snapshot, request: SearchRequest, legs: Legs) -> float:
    """0..3, as `evidence`; 0 where nothing was asked."""
    if not trim(request.query.positive_text):
        return 0.0
    witnesses = snapshot.chunks(witness_ids(legs))
    return evidence(signals_of(request.query.positive_text, legs, witnesses, snapshot.facts().background))


def evidence(signals: Signals) -> float:
    """0..3: three times the chance that the question can be answered, so that 1.5 is an even chance."""
    weights = _weights_for(signals)
    logit = (
        weights.words * signals.words
        + weights.nearness * (signals.nearness or 0.0)
        + weights.agreement * (signals.agreement or 0.0)
        + weights.bias
    )
    # The logistic function of the logit, twice the cut at most; written so that no logit is too large.
    return _RECOMMENDED_CUT * (1 + math.tanh(logit / 2))


def _weights_for(signals: Signals) -> _Weights:
    if signals.agreement is None:
        return _ONLY_WORDS
    return _NO_NEARNESS if signals.nearness is None else _ALL


def witness_ids(legs: Legs) -> list[int]:
    """The first chunks by meaning, which owe their place to no word; by words where there is no other leg."""
    return [candidate.chunk_id for candidate in (legs.meaning or legs.words)[:WITNESSES]]


def signals_of(question: str, legs: Legs, witnesses: Sequence[StoredChunk], background: Background | None) -> Signals:
    nearest = legs.meaning[0].score if legs.meaning else None
    return Signals(
        words=_words(question, witnesses),
        nearness=_nearness(nearest, background),
        agreement=_agreement(legs) if legs.meaning else None,
    )


def _words(question: str, witnesses: Sequence[StoredChunk]) -> float:
    wanted = content_words(question)
    if not wanted:
        return 0.0
    texts = [fold("\n".join(filter(None, (w.title, w.heading, w.path, w.content)))) for w in witnesses]
    return max((sum(holds_word(text, word) for word in wanted) for text in texts), default=0) / len(wanted)


def _nearness(nearest: float | None, background: Background | None) -> float | None:
    if nearest is None or background is None or not background.deviation:
        return None
    return (nearest - background.unrelated) / background.deviation


def _agreement(legs: Legs) -> float:
    """Over the first ten of each leg, fewer where the legs are so short that agreement would be chance."""
    depth = min(_AGREEING, max(1, len(legs.meaning) // _AGREEING_SHARE))
    near = {candidate.chunk_id for candidate in legs.meaning[:depth]}
    return len(near.intersection(candidate.chunk_id for candidate in legs.words[:depth])) / depth
