from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grooveseek.errors import ModelError
from grooveseek.index.records import Candidate, ChunkFilter, ColumnWeights, Stats, StoredChunk, TextQuery
from grooveseek.models.protocol import Embedder, Vector
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


class Meeting(MemorySnapshot):
    """Its words are searched when the model was asked for, and not before."""

    def __init__(self, chunks: Sequence[StoredChunk], vectors: Mapping[int, Vector]) -> None:
        super().__init__(chunks, vectors)
        self.model_asked, self.words_asked = threading.Event(), threading.Event()

    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        self.words_asked.set()
        assert self.model_asked.wait(30)
        return [Candidate(1, 1.0)]


class MeetingModels(GivenModels):
    def __init__(self, snapshot: Meeting) -> None:
        super().__init__(HashEmbedder())
        self.snapshot = snapshot

    def embedder(self) -> Embedder | None:
        self.snapshot.model_asked.set()
        assert self.snapshot.words_asked.wait(30)
        return super().embedder()


class WordsAlone(MemorySnapshot):
    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        return [Candidate(1, 1.0)]


class NoModels(GivenModels):
    def embedder(self) -> Embedder | None:
        raise AssertionError("nothing to ask it")


def test_words_are_searched_while_the_model_reads_the_question() -> None:
    snapshot = Meeting([replace(PLAIN_CHUNK, content="word")], {1: unit(*[1.0] * 64)})

    legs = gather(snapshot, MeetingModels(snapshot), request(), snapshot.stats())

    assert [candidate.chunk_id for candidate in legs.words] == [1]
    assert [candidate.chunk_id for candidate in legs.meaning] == [1]


def test_what_the_model_raises_is_raised() -> None:
    class Broken(HashEmbedder):
        def embed_query(self, text: str) -> Vector:
            raise ModelError("gone")

    snapshot = WordsAlone([PLAIN_CHUNK], {1: unit(*[1.0] * 64)})
    with pytest.raises(ModelError, match="gone"):
        gather(snapshot, GivenModels(Broken()), request(), snapshot.stats())


def test_without_a_model_only_words_are_searched() -> None:
    snapshot = WordsAlone([PLAIN_CHUNK], {1: unit(1.0)})

    assert gather(snapshot, GivenModels(None), request(), snapshot.stats()) == Legs([Candidate(1, 1.0)], (), True)


def test_without_vectors_no_model_is_waited_for() -> None:
    legs = gather(WordsAlone([PLAIN_CHUNK]), NoModels(None), request(), Stats(1, 1, 1, 0))

    assert not legs.words_only
