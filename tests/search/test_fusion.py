from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Candidate
from grooveseek.search.fusion import Leg, fuse


def leg(*chunk_ids: int, weights: list[float] | None = None) -> Leg:
    return Leg([Candidate(chunk_id, 0.0) for chunk_id in chunk_ids], weights)


def test_a_chunk_that_both_legs_hold_gains() -> None:
    fused = fuse([leg(7, 4, 9), leg(9, 7)], 60.0)

    assert [candidate.chunk_id for candidate in fused] == [7, 9, 4]
    assert [candidate.score for candidate in fused] == pytest.approx([0.032522, 0.032266, 0.016129], abs=1e-6)


def test_equal_scores_are_ordered_by_chunk_id() -> None:
    fused = fuse([leg(8), leg(5)], 60.0)

    assert fused == [Candidate(5, 1 / 61), Candidate(8, 1 / 61)]


def test_the_best_in_both_legs_scores_two_sixty_firsts() -> None:
    assert fuse([leg(3), leg(3)], 60.0)[0].score == pytest.approx(2 / 61)


def test_a_place_counts_by_its_weight() -> None:
    fused = fuse([leg(1, 2), leg(2, 3, weights=[0.5, 3.0])], 60.0)

    assert [candidate.chunk_id for candidate in fused] == [3, 2, 1]
    assert [candidate.score for candidate in fused] == pytest.approx([3 / 62, 1 / 62 + 0.5 / 61, 1 / 61])


def test_a_leg_of_no_weight_adds_its_chunks_behind_all_others() -> None:
    fused = fuse([leg(1, 2), leg(9, 2, weights=[0.0, 0.0])], 60.0)

    assert [candidate.chunk_id for candidate in fused] == [1, 2, 9]


@given(st.lists(st.lists(st.integers(0, 30), unique=True), max_size=3), st.floats(1.0, 1e6))
def test_every_candidate_is_kept_once_and_scores_descend(legs: list[list[int]], rrf_k: float) -> None:
    fused = fuse([leg(*ids) for ids in legs], rrf_k)

    assert sorted(candidate.chunk_id for candidate in fused) == sorted({chunk_id for ids in legs for chunk_id in ids})
    assert [candidate.score for candidate in fused] == sorted((c.score for c in fused), reverse=True)
