"""The two legs: which chunks share the question's words, and which its meaning. Filters hold inside both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grooveseek.index.identity import Identity, check_identity
from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Candidate, Facts, Stats, TextQuery
from grooveseek.models.protocol import Embedder, Models, Vector
from grooveseek.search.beside import beside
from grooveseek.search.query.phrases import FLOOR
from grooveseek.search.request import SearchRequest

_LEAST = 50
_DEPTH = 5
_REBUILD = "groove index --force"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many candidates each leg gives, and how many stay after fusion (None: all)."""

    leg: int
    kept: int | None


def sizes(request: SearchRequest) -> Sizes:
    pool = max(_DEPTH * request.limit, _LEAST)
    if request.diversity is not None:
        return Sizes(pool, None)
    if request.rerank:
        return Sizes(_DEPTH * pool, pool)
    return Sizes(pool, request.limit)


@dataclass(frozen=True, slots=True)
class Legs:
    """What both legs found, best first."""

    words: Sequence[Candidate]
    meaning: Sequence[Candidate]
    words_only: bool = False
    """There are vectors, but no model to ask them with."""
    question: Vector | None = None
    """What the leg by meaning was asked with."""


def gather(snapshot: Snapshot, models: Models, request: SearchRequest, stats: Stats) -> Legs:
    """Both legs. The model loads and reads the question while the words are searched.

    Raises `IdentityMismatchError` where another model made the stored vectors.
    """
    if not stats.vectors:
        return Legs(text_leg(snapshot, request), ())
    facts = snapshot.facts()

    def read_question() -> Vector | None:
        embedder = models.embedder()
        return _question(facts, embedder, request) if embedder else None

    question = beside(read_question)
    words = text_leg(snapshot, request)
    vector = question()
    if vector is None:
        return Legs(words, (), words_only=True)
    return Legs(words, _nearest(snapshot, request, vector), question=vector)


def gather_again(snapshot: Snapshot, request: SearchRequest, legs: Legs) -> Legs:
    """Both legs of the question that `legs` answer, with the filters of `request`; no model is asked."""
    nearest = () if legs.question is None else _nearest(snapshot, request, legs.question)
    return replace(legs, words=text_leg(snapshot, request), meaning=nearest)


def text_leg(snapshot: Snapshot, request: SearchRequest) -> Sequence[Candidate]:
    """Best first by bm25; nothing where the query has no words to look for."""
    query = text_query(request)
    if not (query.phrases or query.short_words):
        return ()
    return snapshot.text_candidates(query, request.where, sizes(request).leg)


def vector_leg(snapshot: Snapshot, request: SearchRequest, embedder: Embedder) -> Sequence[Candidate]:
    """Best first by cosine. Raises `IdentityMismatchError` where another model made the stored vectors."""
    return _nearest(snapshot, request, _question(snapshot.facts(), embedder, request))


def _question(facts: Facts, embedder: Embedder, request: SearchRequest) -> Vector:
    check_identity(facts, Identity(embedder.identity, embedder.dimension), _REBUILD)
    return embedder.embed_query(request.query.positive_text)


def _nearest(snapshot: Snapshot, request: SearchRequest, question: Vector) -> Sequence[Candidate]:
    return snapshot.vector_candidates(question, request.where, sizes(request).leg)


def text_query(request: SearchRequest) -> TextQuery:
    terms = request.query.sought
    return TextQuery(
        phrases=tuple(term for term in terms if len(term) >= FLOOR),
        short_words=tuple(term for term in terms if len(term) < FLOOR),
        weights=request.weights,
    )
