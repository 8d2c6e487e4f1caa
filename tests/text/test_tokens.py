from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.text.tokens import estimate_tokens


def test_nothing_costs_nothing() -> None:
    assert estimate_tokens("") == 0


@pytest.mark.parametrize(
    ("dense", "plain"),
    [
        ("Sh7FgNwvvmAu4HAqnbjn7SA9c8sH0bK2", "the notes of yesterday evening are"),
        ("{[(<>)]};:{[(<>)]};:{[(<>)]};:", "brackets and other such characters"),
        ("検索結果再評価順位付手法比較検討", "results of the comparison"),
    ],
)
def test_dense_text_costs_more_than_plain_words_of_its_length(dense: str, plain: str) -> None:
    assert estimate_tokens(dense) > estimate_tokens(plain)


@given(st.text(), st.text())
def test_cutting_never_lowers_the_sum(left: str, right: str) -> None:
    assert estimate_tokens(left + right) <= estimate_tokens(left) + estimate_tokens(right)


@given(st.text(min_size=1))
def test_an_estimate_is_positive_and_bounded_by_the_length(text: str) -> None:
    assert 0 < estimate_tokens(text) <= 6 + 4 * len(text)


def test_lone_surrogates_are_counted_like_other_characters() -> None:
    assert estimate_tokens("a\ud800b") > 0
