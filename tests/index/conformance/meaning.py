"""The vector leg: exactly the ranking of a full comparison, whatever was packed, edited or removed before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter
from grooveseek.models.protocol import Matrix
from support.index import document, write

_ALL = ChunkFilter()
_DIMENSION = 48


def _unit(rows: NDArray[np.float64]) -> Matrix:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    scaled: Matrix = (rows / lengths).astype(np.float32)
    return scaled


def _random_vectors(count: int, seed: int) -> Matrix:
    return _unit(np.random.default_rng(seed).normal(size=(count, _DIMENSION)))


def _clustered_vectors(count: int, seed: int) -> Matrix:
    """All in one narrow cone, in a few groups, as sentence embeddings are."""
    generator = np.random.default_rng(seed)
    centres = 3 * generator.normal(size=_DIMENSION) + generator.normal(size=(20, _DIMENSION))
    return _unit(centres[generator.integers(0, 20, count)] + 0.3 * generator.normal(size=(count, _DIMENSION)))


def _fill(index: Index, vectors: Matrix, first: int = 0, per_document: int = 50) -> None:
    """Documents `first`, `first + 1`, … with one chunk a vector."""
    for start in range(0, len(vectors), per_document):
        number = first + start // per_document
        part = vectors[start : start + per_document]
        texts = [f"document {number} chunk {row}" for row in range(len(part))]
        write(index, document(f"{number:04}.md", *texts, category=f"c{number % 4}"), vectors=part)


def _everything(index: Index) -> tuple[list[int], Matrix]:
    with index.snapshot() as snapshot:
        ids = [chunk.chunk_id for row in snapshot.documents() for chunk in snapshot.chunks_of(row.document_id)]
        stored = snapshot.vectors_of(ids)
    return ids, np.array([stored[key] for key in ids])


def _compared(ids: Sequence[int], vectors: Matrix, query: Matrix, limit: int) -> list[int]:
    """Chunk ids by cosine, ties by id."""
    scores = vectors @ query
    return [ids[row] for row in np.lexsort((np.array(ids), -scores))[:limit]]


@pytest.mark.parametrize("make", [_random_vectors, _clustered_vectors])
def test_the_ranking_is_that_of_a_full_comparison(index: Index, make: Callable[[int, int], Matrix]) -> None:
    vectors = make(6000, 1)
    _fill(index, vectors)
    index.compact()
    ids, stored = _everything(index)
    same = total = 0
    for query in (*make(40, 2), *vectors[:10]):
        with index.snapshot() as snapshot:
            candidates = snapshot.vector_candidates(query, _ALL, 50)
        assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)
        same += len({c.chunk_id for c in candidates} & set(_compared(ids, stored, query, 50)))
        total += 50
    assert same / total >= 0.999


def test_scores_are_cosines(index: Index) -> None:
    vectors = _random_vectors(300, 3)
    _fill(index, vectors)
    ids, stored = _everything(index)
    with index.snapshot() as snapshot:
        for candidate in snapshot.vector_candidates(vectors[7] * 5, _ALL, 20):
            expected = float(stored[ids.index(candidate.chunk_id)] @ vectors[7])
            assert candidate.score == pytest.approx(expected, abs=1e-5)


def test_equal_vectors_come_by_chunk_id_wherever_they_lie(index: Index) -> None:
    vectors = np.repeat(_random_vectors(3, 4), 200, axis=0)
    _fill(index, vectors[:300])
    index.compact()
    _fill(index, vectors[300:], first=6)
    with index.snapshot() as snapshot:
        candidates = snapshot.vector_candidates(vectors[250], _ALL, 200)
    ids = [candidate.chunk_id for candidate in candidates]
    assert ids == sorted(ids)
    assert len({candidate.score for candidate in candidates}) == 1


def test_removed_and_changed_chunks_are_not_found(index: Index) -> None:
    vectors = _random_vectors(2000, 5)
    _fill(index, vectors)
    index.compact()
    index.remove_documents([f"{number:04}.md" for number in range(0, 40, 2)])
    _fill(index, _random_vectors(500, 6))
    with index.snapshot() as snapshot:
        known = {chunk.chunk_id for row in snapshot.documents() for chunk in snapshot.chunks_of(row.document_id)}
    for again in range(2):
        ids, stored = _everything(index)
        for query in _random_vectors(10, 7):
            with index.snapshot() as snapshot:
                candidates = snapshot.vector_candidates(query, _ALL, 40)
            assert {c.chunk_id for c in candidates} <= known
            assert [c.chunk_id for c in candidates] == _compared(ids, stored, query, 40)
        assert list(index.check()) == []
        if not again:
            index.compact()


def test_most_documents_may_vanish(index: Index) -> None:
    _fill(index, _random_vectors(3000, 8))
    index.compact()
    index.remove_documents([f"{number:04}.md" for number in range(1, 60)])
    index.compact()
    ids, stored = _everything(index)
    query = _random_vectors(1, 9)[0]
    with index.snapshot() as snapshot:
        found = [c.chunk_id for c in snapshot.vector_candidates(query, _ALL, 40)]
    assert found == _compared(ids, stored, query, 40)
    assert list(index.check()) == []


def test_a_filter_narrows_before_ranking(index: Index) -> None:
    _fill(index, _random_vectors(3000, 10))
    index.compact()
    ids, stored = _everything(index)
    with index.snapshot() as snapshot:
        category = {chunk.chunk_id: chunk.category for chunk in snapshot.chunks(ids)}
        for query in _random_vectors(5, 11):
            candidates = snapshot.vector_candidates(query, ChunkFilter(category="c1"), 30)
            allowed = [row for row, key in enumerate(ids) if category[key] == "c1"]
            assert [c.chunk_id for c in candidates] == _compared(
                [ids[row] for row in allowed], stored[allowed], query, 30
            )


def test_chunks_without_a_vector_are_left_out(index: Index) -> None:
    write(index, document("a.md", "no vector yet"))
    _fill(index, _random_vectors(3, 12), first=1)
    with index.snapshot() as snapshot:
        assert len(snapshot.vector_candidates(_random_vectors(1, 13)[0], _ALL, 10)) == 3


def test_an_empty_index_answers_nothing(index: Index) -> None:
    with index.snapshot() as snapshot:
        assert list(snapshot.vector_candidates(_random_vectors(1, 14)[0], _ALL, 10)) == []
