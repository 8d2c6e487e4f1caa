from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from grooveseek.index.records import Candidate, ChunkFilter, ColumnWeights, Stats, TextQuery
from grooveseek.models.protocol import Embedder
from grooveseek.search.candidates import Legs, Sizes, gather, sizes, text_query
from grooveseek.search.request import SearchArguments, SearchRequest
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from support.models import GivenModels, HashEmbedder
from support.search import PLAIN_CHUNK, MemorySnapshot, unit


def request(query: str = "word", **given: Any) -> SearchRequest:
    return resolve(SearchArguments(query, **given), SearchSettings(reranker=True))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"limit": 5}, Sizes(leg=50, kept=5)),
        ({"limit": 20}, Sizes(leg=100, kept=20)),
        ({"limit": 5, "rerank": True}, Sizes(leg=250, kept=50)),
        ({"limit": 20, "rerank": True}, Sizes(leg=500, kept=100)),
        ({"limit": 5, "mmr": True}, Sizes(leg=50, kept=None)),
        ({"limit": 20, "mmr": True, "rerank": True}, Sizes(leg=100, kept=None)),
    ],
)
def test_sizes(given: dict[str, Any], expected: Sizes) -> None:
    assert sizes(request(**given)) == expected


def test_the_text_leg_looks_for_phrases_and_short_words() -> None:
    asked = replace(request("AI を用いた watcher"), weights=ColumnWeights(heading=9.0))

    assert text_query(asked) == TextQuery(("を用いた", "watcher"), ("AI",), ColumnWeights(heading=9.0))


class Recording(MemorySnapshot):
    """Notes the order in which the legs and the model are asked."""

    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        self.order.append("words")
        return [Candidate(1, 1.0)]

    @property
    def order(self) -> list[str]:
        return ORDER


ORDER: list[str] = []


class LateModels(GivenModels):
    def embedder(self) -> Embedder | None:
        ORDER.append("model")
        return super().embedder()


def test_words_are_searched_before_the_model_is_waited_for() -> None:
    ORDER.clear()
    snapshot = Recording([replace(PLAIN_CHUNK, content="word")], {1: unit(*[1.0] * 64)})

    legs = gather(snapshot, LateModels(HashEmbedder()), request(), snapshot.stats())

    assert ORDER == ["words", "model"]
    assert [candidate.chunk_id for candidate in legs.meaning] == [1]


def test_without_a_model_only_words_are_searched() -> None:
    snapshot = Recording([PLAIN_CHUNK], {1: unit(1.0)})

    assert gather(snapshot, GivenModels(None), request(), snapshot.stats()) == Legs([Candidate(1, 1.0)], (), True)


def test_without_vectors_no_model_is_waited_for() -> None:
    ORDER.clear()

    legs = gather(Recording([PLAIN_CHUNK]), LateModels(HashEmbedder()), request(), Stats(1, 1, 1, 0))

    assert ORDER == ["words"]
    assert not legs.words_only
