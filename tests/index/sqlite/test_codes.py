from __future__ import annotations

import numpy as np
import pytest

from grooveseek.index.sqlite.codes import CodedQuery, dots, encode, strangers
from grooveseek.models.protocol import Matrix


def unit(rows: Matrix) -> Matrix:
    scaled: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def cone(count: int, seed: int = 0) -> Matrix:
    generator = np.random.default_rng(seed)
    return unit((5 + generator.normal(size=(count, 64))).astype(np.float32))


def test_a_row_is_near_what_it_stands_for() -> None:
    vectors = cone(500)
    segment = encode(np.arange(500), vectors)
    decoded = segment.centre + segment.scales[:, None] * segment.codes
    assert np.abs(decoded - vectors).max() <= segment.scales.max() / 2 + 1e-6


def test_every_row_uses_the_whole_range() -> None:
    segment = encode(np.arange(50), cone(50))
    assert np.abs(segment.codes).max(axis=1).tolist() == [127] * 50


def test_equal_vectors_are_coded_without_loss() -> None:
    vectors = np.repeat(cone(1), 5, axis=0)
    segment = encode(np.arange(5), vectors)
    assert np.abs(segment.codes).max() == 0
    assert CodedQuery.of(vectors[0]).scores(segment) == pytest.approx(1.0, abs=1e-5)


def test_scores_are_near_the_cosines() -> None:
    vectors, query = cone(500), cone(1, seed=9)[0]
    scores = CodedQuery.of(query).scores(encode(np.arange(500), vectors))
    assert scores == pytest.approx(vectors @ query, abs=2e-3)


@pytest.mark.parametrize("rows", [[3, 7], list(range(0, 500, 2))])
def test_scores_of_some_rows_are_those_of_all(rows: list[int]) -> None:
    segment = encode(np.arange(500), cone(500))
    query = CodedQuery.of(cone(1, seed=9)[0])
    assert query.scores(segment, np.array(rows)).tolist() == query.scores(segment)[rows].tolist()


def test_equal_rows_give_equal_products_wherever_they_lie() -> None:
    rows = np.tile(cone(1, seed=3), (1000, 1))
    assert len(set(dots(cone(1, seed=4), rows).tolist())) == 1
    assert dots(cone(1, seed=4), rows[:1])[0] == dots(cone(1, seed=4), rows)[-1]


def test_a_zero_vector_is_no_trouble() -> None:
    zero = np.zeros(64, np.float32)
    segment = encode(np.arange(2), np.vstack([zero, zero]))
    assert CodedQuery.of(zero).scores(segment).tolist() == [0, 0]


def test_rows_that_do_not_stand_for_their_vectors_are_told() -> None:
    vectors = np.random.default_rng(5).normal(size=(50, 8)).astype(np.float32)
    segment = encode(np.arange(50), vectors)
    rows = np.array([3, 4, 5])
    assert strangers(segment, rows, vectors[rows]).tolist() == []
    assert strangers(segment, rows, vectors[[3, 9, 5]]).tolist() == [4]
    assert strangers(segment, rows, vectors[rows][:, :7]).tolist() == [3, 4, 5]
    segment.codes[5, 0] ^= 4
    segment.scales[3] = np.nan
    assert strangers(segment, rows, vectors[rows]).tolist() == [3, 5]
