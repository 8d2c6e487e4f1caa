from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Candidate
from grooveseek.models.protocol import Vector
from grooveseek.search.diversity import diversify
from grooveseek.search.request import Diversity

A, B, C = 1, 2, 3
POOL = [Candidate(A, 0.0328), Candidate(B, 0.0320), Candidate(C, 0.0160)]
VECTORS: dict[int, Vector] = {
    A: np.array([1, 0], np.float32),
    B: np.array([1, 0], np.float32),
    C: np.array([0, 1], np.float32),
}
DOCUMENTS = {A: 1, B: 1, C: 2}


@pytest.mark.parametrize(("lambda_", "penalty", "picks"), [(0.7, 0.0, [A, B]), (0.7, 0.5, [A, C]), (0.3, 0.0, [A, C])])
def test_a_pick_weighs_relevance_against_what_was_picked(lambda_: float, penalty: float, picks: list[int]) -> None:
    picked = diversify(POOL, VECTORS, DOCUMENTS, Diversity(lambda_, penalty), 2)

    assert [candidate.chunk_id for candidate in picked] == picks


def test_scores_stay_those_of_the_pool() -> None:
    assert diversify(POOL, VECTORS, DOCUMENTS, Diversity(0.3), 2) == [POOL[0], POOL[2]]


def test_identical_vectors_keep_the_order_of_relevance() -> None:
    pool = [Candidate(A, 0.9), Candidate(B, 0.8), Candidate(C, 0.7)]
    same = dict.fromkeys((A, B, C), VECTORS[A])

    assert diversify(pool, same, {A: 1, B: 2, C: 3}, Diversity(0.7), 3) == pool


def test_without_relevance_the_first_pick_is_the_first_of_the_pool() -> None:
    assert diversify(POOL, VECTORS, DOCUMENTS, Diversity(0.0), 1) == [POOL[0]]


def test_equal_scores_are_no_relevance_at_all() -> None:
    pool = [Candidate(A, 0.5), Candidate(B, 0.5), Candidate(C, 0.5)]

    assert [c.chunk_id for c in diversify(pool, VECTORS, DOCUMENTS, Diversity(0.9), 3)] == [A, C, B]


def test_a_candidate_without_a_vector_leaves_the_pool() -> None:
    picked = diversify(POOL, {A: VECTORS[A], C: VECTORS[C]}, DOCUMENTS, Diversity(), 3)

    assert [candidate.chunk_id for candidate in picked] == [A, C]


def test_a_zero_vector_resembles_nothing() -> None:
    vectors = {**VECTORS, B: np.zeros(2, np.float32)}

    assert [c.chunk_id for c in diversify(POOL, vectors, DOCUMENTS, Diversity(0.5), 3)] == [A, B, C]


def test_an_empty_pool_gives_nothing() -> None:
    assert diversify([], {}, {}, Diversity(), 5) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12, unique=True))
def test_lambda_one_reproduces_the_order_of_relevance(scores: list[float]) -> None:
    pool = [Candidate(number, score) for number, score in enumerate(sorted(scores, reverse=True))]
    if pool[0].score - pool[-1].score < 1e-3:
        return
    vectors: dict[int, Vector] = {c.chunk_id: np.array([1, c.chunk_id % 3], np.float32) for c in pool}

    picked = diversify(pool, vectors, dict.fromkeys(vectors, 1), Diversity(1.0, 0.0), len(pool))

    assert [candidate.chunk_id for candidate in picked] == [candidate.chunk_id for candidate in pool]
