"""What a search finds for each question, by words alone, by meaning alone, and as it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.quality.question import Question
from benchmarks.quality.sets import QuerySet
from benchmarks.quality.store import KeptVectors

from grooveseek.index.protocol import Index, Snapshot
from grooveseek.index.records import Background, Candidate, StoredChunk
from grooveseek.search.candidates import Legs, gather
from grooveseek.search.fusion import Leg, fuse
from grooveseek.search.request import SearchArguments, SearchRequest
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from grooveseek.search.votes import RULES, Rules, weighed

DEPTH = 10
_SETTINGS = SearchSettings()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its legs."""

    question: Question
    legs: Legs

    def answered(self, background: Background | None, rules: Rules = RULES) -> Sequence[Candidate]:
        return fuse(weighed(self.legs, background, rules), _SETTINGS.rrf_k)[:DEPTH]

    def with_equal_votes(self) -> Sequence[Candidate]:
        return fuse((Leg(self.legs.words), Leg(self.legs.meaning)), _SETTINGS.rrf_k)[:DEPTH]


@dataclass(frozen=True, slots=True)
class AskedSet:
    name: str
    base: str
    background: Background | None
    asked: tuple[Asked, ...]
    chunks: Mapping[int, StoredChunk]
    """Every candidate of any leg."""


def request_of(question: Question) -> SearchRequest:
    return resolve(SearchArguments(question.text, limit=DEPTH, path_globs=question.globs or None), _SETTINGS)


def ask_all(index: Index, models: KeptVectors, queries: QuerySet) -> AskedSet:
    with index.snapshot() as snapshot:
        asked = [Asked(question, legs_of(snapshot, models, question)) for question in queries.questions]
        ids = {
            candidate.chunk_id for each in asked for leg in (each.legs.words, each.legs.meaning) for candidate in leg
        }
        chunks = {chunk.chunk_id: chunk for chunk in snapshot.chunks(sorted(ids))}
        return AskedSet(queries.name, queries.base, snapshot.facts().background, tuple(asked), chunks)


def legs_of(snapshot: Snapshot, models: KeptVectors, question: Question) -> Legs:
    return gather(snapshot, models, request_of(question), snapshot.stats())
