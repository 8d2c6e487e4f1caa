"""How much speaks for an answer: whether the knowledge base holds what was asked, or only what comes nearest to it.

Four signals, each of which an unrelated question seldom has: how many of the question's words the nearest chunks hold,
how much nearer the best of them is than what unrelated questions in the same script find, how many of its words stand
anywhere at all, and how far the two legs agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Background, ChunkFilter, StoredChunk
from grooveseek.search.candidates import Legs
from grooveseek.search.request import SearchRequest
from grooveseek.search.vocabulary import MOST, said_by_unrelated, vocabulary
from grooveseek.search.words import holds_word
from grooveseek.text.content_words import content_words
from grooveseek.text.fold import fold
from grooveseek.text.script import script_of

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
    vocabulary: float | None
    """What the share of its words that stand anywhere is worth, see `vocabulary`; None where that is unknown."""
    agreement: float | None
    """Share of the nearest chunks that are among the best by words too, 0..1; None with one leg alone."""


@dataclass(frozen=True, slots=True)
class _Weights:
    bias: float
    words: float
    nearness: float = 0.0
    vocabulary: float = 0.0
    agreement: float = 0.0


# Logistic regressions of "the knowledge base can answer this" over three knowledge bases (English abstracts, Japanese
# encyclopedia articles, bilingual software documentation): their own questions against each other's, everyday
# questions and gibberish, each such pair weighing the same. `docs/retrieval-quality.md` has what those that are fitted
# on two of them do on the third. The first bias lies 0.1 below the fitted one, where both kinds of question are judged
# rightly about equally often.
_ALL = _Weights(words=2.3, nearness=0.8, vocabulary=5.1, agreement=1.1, bias=-2.3)
_NO_VOCABULARY = _Weights(words=3.8, nearness=1.4, agreement=1.4, bias=-2.9)
"""With a question that has no word to look for, such as emoji, or an index that an older program measured."""
_NO_NEARNESS = _Weights(words=5.6, agreement=4.0, bias=-2.2)
_ONLY_WORDS = _Weights(words=8.0, bias=-3.3)


def evidence_of(snapshot: Snapshot, request: SearchRequest, legs: Legs) -> float:
    """0..3, as `evidence`, or what it is at most where that is under the request's ratio; 0 where nothing was asked."""
    if request.query.asks_nothing:
        return 0.0
    return evidence(signals_of(snapshot, request.query.positive_text, legs, least=request.min_confidence_ratio))


def evidence(signals: Signals) -> float:
    """0..3: three times the chance that the question can be answered, so that 1.5 is an even chance."""
    weights = _weights_for(signals)
    logit = (
        weights.bias
        + weights.words * signals.words
        + weights.nearness * (signals.nearness or 0.0)
        + weights.vocabulary * (signals.vocabulary or 0.0)
        + weights.agreement * (signals.agreement or 0.0)
    )
    # The logistic function of the logit, twice the cut at most; written so that no logit is too large.
    return _RECOMMENDED_CUT * (1 + math.tanh(logit / 2))


def _weights_for(signals: Signals) -> _Weights:
    if signals.agreement is None:
        return _ONLY_WORDS
    if signals.nearness is None:
        return _NO_NEARNESS
    return _NO_VOCABULARY if signals.vocabulary is None else _ALL


def witness_ids(legs: Legs) -> list[int]:
    """The first chunks by meaning, which owe their place to no word; by words where there is no other leg."""
    return [candidate.chunk_id for candidate in (legs.meaning or legs.words)[:WITNESSES]]


def signals_of(snapshot: Snapshot, question: str, legs: Legs, least: float = 0.0) -> Signals:
    """Words are not looked for anywhere, which costs most, where evidence is under `least` even if all stand there."""
    background = snapshot.facts().background
    wanted = content_words(question)
    held = [_held(wanted, witness) for witness in snapshot.chunks(witness_ids(legs))]
    signals = Signals(
        words=max((len(words) / len(wanted) for words in held if wanted), default=0.0),
        nearness=_nearness(question, legs.meaning[0].score, background) if legs.meaning and background else None,
        vocabulary=MOST if wanted and background and background.scripts else None,
        agreement=_agreement(legs) if legs.meaning else None,
    )
    if background is None or signals.vocabulary is None or evidence(signals) < least:
        return signals
    said = _said(snapshot, wanted, frozenset[str]().union(*held))
    return replace(signals, vocabulary=vocabulary(said, said_by_unrelated(question, background.scripts)))


def _held(wanted: Sequence[str], witness: StoredChunk) -> frozenset[str]:
    text = fold("\n".join(filter(None, (witness.title, witness.heading, witness.path, witness.content))))
    return frozenset(word for word in wanted if holds_word(text, word))


def _nearness(question: str, nearest: float, background: Background) -> float | None:
    same = background.scripts.get(script_of(question) or "")
    unrelated = same.nearest if same else background.unrelated
    deviation = same.deviation if same else background.deviation
    return (nearest - unrelated) / deviation if deviation else None


def _said(snapshot: Snapshot, wanted: Sequence[str], held: frozenset[str]) -> float:
    """Anywhere: a filter narrows where an answer is looked for, not what the knowledge base is about."""
    rest = [word for word in wanted if word not in held]
    return 1 - len(snapshot.unsaid(rest, ChunkFilter())) / len(wanted) if rest else 1.0


def _agreement(legs: Legs) -> float:
    """Over the first ten of each leg, fewer where the legs are so short that agreement would be chance."""
    depth = min(_AGREEING, max(1, len(legs.meaning) // _AGREEING_SHARE))
    near = {candidate.chunk_id for candidate in legs.meaning[:depth]}
    return len(near.intersection(candidate.chunk_id for candidate in legs.words[:depth])) / depth
