from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.text.content_words import content_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How do I watch a deep property?", ("watch", "deep", "property")),
        ("IT strategy", ("it", "strategy")),
        ("watch Watch", ("watch",)),
        ("評価", ("評価",)),
        ("雨", ("雨",)),
        ("再ランキングの評価について", ("再", "ランキング", "評価")),
        ("ﾗﾝｷﾝｸﾞ", ("ランキング",)),
        ("サーバーの監視", ("サーバ", "監視")),
        ("ー", ("ー",)),
        ("計算機科学", ("計算", "算機", "機科", "科学")),
        ("small-oscillation re-entry", ("small", "oscillation", "re", "entry")),
        ("user_name の on-off", ("user", "name")),
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
