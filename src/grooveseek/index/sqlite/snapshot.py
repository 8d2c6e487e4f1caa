"""Reading one committed state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from grooveseek.index import topics
from grooveseek.index.records import (
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
from grooveseek.index.sqlite import chunks, documents, fields, generations, unsaid, vectors, vectorview, words, wordview
from grooveseek.index.sqlite.filters import select
from grooveseek.index.sqlite.generations import Generation
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.selection import Selection
from grooveseek.index.sqlite.statecache import StateCache
from grooveseek.index.sqlite.texts import BREADCRUMB, CONTENT, HEADING
from grooveseek.index.sqlite.vectorview import VectorView
from grooveseek.index.sqlite.wordview import WordView
from grooveseek.models.protocol import Vector


@dataclass(frozen=True)
class Views:
    """What snapshots of one process share."""

    words: StateCache[WordView] = field(default_factory=lambda: StateCache(wordview.load))
    vectors: StateCache[VectorView] = field(default_factory=lambda: StateCache(vectorview.load))
    stats: StateCache[Stats] = field(default_factory=lambda: StateCache(_stats))


class SqliteSnapshot:
    """`Snapshot` over one read transaction."""

    def __init__(self, scope: Scope, state: Generation, views: Views) -> None:
        self._scope = scope
        self._state = state
        self._views = views
        self._selected: tuple[ChunkFilter, Selection] | None = None
        self._searched: tuple[tuple[str, ...], words.Search] | None = None

    @property
    def revision(self) -> int:
        return self._state.revision

    @cached_property
    def _facts(self) -> Facts:
        return generations.facts(self._scope.connection, self._state.number)

    def facts(self) -> Facts:
        return self._facts

    def stats(self) -> Stats:
        return self._views.stats.at(self._scope, self._state)

    def files(self) -> Mapping[str, IndexedFile]:
        return documents.files(self._scope)

    def files_at(self, places: Iterable[str]) -> Mapping[str, IndexedFile]:
        return documents.files_at(self._scope, places)

    def document(self, path: str) -> DocumentRow | None:
        return documents.by_path(self._scope, path)

    def documents(self) -> Sequence[DocumentRow]:
        return documents.every(self._scope)

    def chunks(self, chunk_ids: Sequence[int]) -> Sequence[StoredChunk]:
        return chunks.by_ids(self._scope, chunk_ids)

    def chunks_of(self, document_id: int, first: int = 0, last: int | None = None) -> Sequence[StoredChunk]:
        return chunks.of_document(self._scope, document_id, first, last)

    def vectors_of(self, chunk_ids: Sequence[int]) -> Mapping[int, Vector]:
        found, matrix = vectors.of_chunks(self._scope, chunk_ids)
        return dict(zip(found.tolist(), matrix, strict=True))

    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        return self._search((*query.phrases, *query.short_words)).best(query.weights, self._selection(where), limit)

    def unsaid(self, phrases: Sequence[str], where: ChunkFilter) -> Sequence[str]:
        return unsaid.unsaid(self._scope, self._words, phrases, self._selection(where))

    def vector_candidates(self, query: Vector, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        view = self._views.vectors.at(self._scope, self._state)
        return view.candidates(self._scope, query, self._selection(where), limit)

    def topics(self) -> Sequence[TopicGroup]:
        return topics.group(documents.every(self._scope))

    def quality_counts(self, threshold: float) -> tuple[int, int]:
        below = chunks.count_below(self._scope, threshold)
        return chunks.count(self._scope) - below, below

    def field_counts(self) -> Mapping[str, int]:
        found, declared = fields.counts(self._scope), self._facts.declared_fields
        return found if declared is None else {key: found.get(key, 0) for key in declared}

    def _selection(self, where: ChunkFilter) -> Selection:
        """Both legs of a question ask with the same filter; it is worked out once."""
        if self._selected is None or self._selected[0] != where:
            self._selected = where, select(self._scope, where, self._facts, self._excluded(where))
        return self._selected[1]

    def _search(self, phrases: tuple[str, ...]) -> words.Search:
        """The same words asked again with other weights are not read again."""
        if self._searched is None or self._searched[0] != phrases:
            self._searched = phrases, words.Search(self._scope, self._words, phrases)
        return self._searched[1]

    @cached_property
    def _words(self) -> WordView:
        return self._views.words.at(self._scope, self._state)

    def _excluded(self, where: ChunkFilter) -> Ids:
        if not where.excluded_phrases:
            return np.empty(0, np.int64)
        # Without static context the breadcrumb is no part of the chunk's own text.
        columns = (HEADING, CONTENT, *((BREADCRUMB,) if self._facts.context_mode == "static" else ()))
        return words.holding(self._scope, self._words, where.excluded_phrases, columns)


def _stats(scope: Scope, _: Stats | None) -> Stats:
    return Stats(
        documents=documents.count(scope),
        chunks=chunks.count(scope),
        pending=PENDING.count(scope),
        vectors=vectors.count(scope),
    )
