"""The two legs: which chunks share the question's words, and which its meaning. Filters hold inside both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grooveseek.index.identity import Identity, check_identity
from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Candidate, TextQuery
from grooveseek.models.protocol import Embedder
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


def text_leg(snapshot: Snapshot, request: SearchRequest) -> Sequence[Candidate]:
    """Best first by bm25; nothing where the query has no words to look for."""
    query = text_query(request)
    if not (query.phrases or query.short_words):
        return ()
    return snapshot.text_candidates(query, request.where, sizes(request).leg)


def vector_leg(snapshot: Snapshot, request: SearchRequest, embedder: Embedder) -> Sequence[Candidate]:
    """Best first by cosine. Raises `IdentityMismatchError` where another model made the stored vectors."""
    check_identity(snapshot.facts(), Identity(embedder.identity, embedder.dimension), _REBUILD)
    vector = embedder.embed_query(request.query.positive_text)
    return snapshot.vector_candidates(vector, request.where, sizes(request).leg)


def text_query(request: SearchRequest) -> TextQuery:
    terms = tuple(dict.fromkeys((*request.query.phrases, *request.query.extra_terms)))
    return TextQuery(
        phrases=tuple(term for term in terms if len(term) >= FLOOR),
        short_words=tuple(term for term in terms if len(term) < FLOOR),
        weights=request.weights,
    )
