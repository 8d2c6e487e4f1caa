"""Helpers for the tests of searching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from grooveseek.index.records import (
    Background,
    Candidate,
    ChunkFilter,
    DocumentRow,
    Facts,
    IndexedFile,
    Stats,
    StoredChunk,
    TextQuery,
    TopicGroup,
)
from grooveseek.models.protocol import Vector
from grooveseek.search.query import CompiledQuery
from grooveseek.text.fold import fold

PLAIN_CHUNK = StoredChunk(
    chunk_id=1,
    document_id=1,
    path="a.md",
    title=None,
    category=None,
    topic=None,
    date=None,
    tags=(),
    index=0,
    heading=None,
    level=None,
    breadcrumb="",
    content="",
    token_count=None,
    quality=1.0,
    start_line=None,
    end_line=None,
    symbol_kind=None,
)


def fts_expression(compiled: CompiledQuery) -> str | None:
    """The full-text expression a compiled query stands for; None where the words have nothing to look for."""
    if not compiled.phrases:
        return None
    positive = _any_of(compiled.phrases)
    return f"({positive}) NOT ({_any_of(compiled.excluded)})" if compiled.excluded else positive


def document(path: str, *chunks: StoredChunk) -> list[StoredChunk]:
    """`chunks` as one document at `path`, numbered by their position and by their path."""
    base = sum(path.encode()) * 1000
    return [
        replace(chunk, chunk_id=base + index, document_id=base, path=path, index=index)
        for index, chunk in enumerate(chunks)
    ]


def unit(*values: float) -> Vector:
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


@dataclass
class MemorySnapshot:
    """A snapshot of given chunks: vectors are compared by brute force, words are not searched."""

    stored: Sequence[StoredChunk]
    vectors: Mapping[int, Vector] = field(default_factory=dict)
    revision: int = 1
    vector_queries: int = 0
    chunks_read: int = 0
    """By `chunks_of`."""
    background: Background | None = None

    def facts(self) -> Facts:
        return Facts(background=self.background)

    def stats(self) -> Stats:
        documents = {chunk.document_id for chunk in self.stored}
        pending = len(self.stored) - len(self.vectors)
        return Stats(len(documents), len(self.stored), pending, len(self.vectors))

    def files(self) -> Mapping[str, IndexedFile]:
        return {}

    def files_at(self, places: Iterable[str]) -> Mapping[str, IndexedFile]:
        return {}

    def document(self, path: str) -> DocumentRow | None:
        return next((row for row in self.documents() if row.path == path), None)

    def documents(self) -> Sequence[DocumentRow]:
        rows = {}
        for chunk in self.stored:
            count = sum(other.document_id == chunk.document_id for other in self.stored)
            rows[chunk.path] = DocumentRow(
                chunk.document_id, chunk.path, chunk.title, None, None, None, None, (), "2026-01-01T00:00:00Z", 1, count
            )
        return [rows[path] for path in sorted(rows)]

    def chunks(self, chunk_ids: Sequence[int]) -> Sequence[StoredChunk]:
        by_id = {chunk.chunk_id: chunk for chunk in self.stored}
        return [by_id[chunk_id] for chunk_id in chunk_ids if chunk_id in by_id]

    def chunks_of(self, document_id: int, first: int = 0, last: int | None = None) -> Sequence[StoredChunk]:
        end = len(self.stored) if last is None else last
        found = [chunk for chunk in self.stored if chunk.document_id == document_id and first <= chunk.index <= end]
        self.chunks_read += len(found)
        return sorted(found, key=lambda chunk: chunk.index)

    def vectors_of(self, chunk_ids: Sequence[int]) -> Mapping[int, Vector]:
        return {chunk_id: self.vectors[chunk_id] for chunk_id in chunk_ids if chunk_id in self.vectors}

    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        return []

    def unsaid(self, phrases: Sequence[str], where: ChunkFilter) -> Sequence[str]:
        """In no title, heading or content, whatever `where` says."""
        texts = [fold(f"{chunk.title}\n{chunk.heading}\n{chunk.content}") for chunk in self.stored]
        return [phrase for phrase in phrases if not any(phrase in text for text in texts)]

    def vector_candidates(self, query: Vector, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        self.vector_queries += 1
        allowed = [
            chunk.chunk_id
            for chunk in self.stored
            if chunk.chunk_id in self.vectors
            and chunk.quality >= where.min_quality
            and where.category in (None, chunk.category)
            and where.topic in (None, chunk.topic)
        ]
        ranked = [Candidate(chunk_id, float(self.vectors[chunk_id] @ query)) for chunk_id in allowed]
        return sorted(ranked, key=lambda candidate: (-candidate.score, candidate.chunk_id))[:limit]

    def topics(self) -> Sequence[TopicGroup]:
        return []

    def quality_counts(self, threshold: float) -> tuple[int, int]:
        return len(self.stored), 0

    def field_counts(self) -> Mapping[str, int]:
        return {}


def _any_of(phrases: tuple[str, ...]) -> str:
    return " OR ".join('"' + phrase.replace('"', '""') + '"' for phrase in phrases)
