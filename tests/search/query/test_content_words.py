from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.query.content_words import content_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How do I watch a deep property?", ("watch", "deep", "property")),
        ("IT strategy", ("it", "strategy")),
        ("watch Watch", ("watch",)),
        ("評価", ("評価",)),
        ("雨", ("雨",)),
        ("再ランキングの評価について", ("再", "ラン", "ンキ", "キン", "ング", "評価")),
        ("ﾗﾝｷﾝｸﾞ", ("ラン", "ンキ", "キン", "ング")),
        ("これはなに", ("これ", "れは", "はな", "なに")),
        ("what is it", ("what", "is", "it")),
        ("C++ と AI", ("c", "ai")),
        ("--- !!", ()),
        ("", ()),
    ],
)
def test_what_a_question_is_about(text: str, words: tuple[str, ...]) -> None:
    assert content_words(text) == words


@given(st.text(max_size=60))
def test_pieces_are_never_empty(text: str) -> None:
    assert all(content_words(text))
