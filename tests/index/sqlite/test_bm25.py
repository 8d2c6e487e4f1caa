from __future__ import annotations

import math

import numpy as np
import pytest

from grooveseek.index.sqlite.bm25 import idf, saturation


def test_a_word_of_average_place_counts_as_the_formula_says() -> None:
    # One occurrence in a text of mean length: tf * (1.2 + 1) / (tf + 1.2) = 2.2 / 2.2.
    assert saturation(1.0, np.array([100.0]), 100.0).tolist() == pytest.approx([1.0])
    # Twice, in a text of half the mean length: 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 / 2)).
    assert saturation(2.0, np.array([50.0]), 100.0).tolist() == pytest.approx([4.4 / 2.75])


def test_rare_words_count_more() -> None:
    assert idf(100, 1) == pytest.approx(math.log(99.5 / 1.5))
    assert idf(100, 10) == pytest.approx(math.log(90.5 / 10.5))


@pytest.mark.parametrize("holding", [50, 99, 100, 250])
def test_words_of_most_texts_still_count_a_little(holding: float) -> None:
    assert 0 < idf(100, holding) < 1e-5
