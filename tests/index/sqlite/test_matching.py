from __future__ import annotations

import pytest

from grooveseek.index.sqlite.matching import clean, words_of


def count(word: str, text: str) -> int:
    (found,) = words_of([word])
    return found.count(clean(text))


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("ranking", "Ranking and re-RANKING", 2),
        ("評価", "再評価と評価", 2),
        ("ai", "AI, ai; said", 2),
        ("C#", "C# and ABC#, (c#)", 2),
        ("c", "the cat c c# C", 3),
        ("#1", "a#1 #12 #1", 2),
        ("雨", "雨、大雨", 2),
        ("a型", "a型 ba型", 1),
        ("->", "x->y -> z", 2),
    ],
)
def test_how_often_a_text_says_a_word(word: str, text: str, expected: int) -> None:
    assert count(word, text) == expected


def test_words_are_folded_and_each_there_once() -> None:
    assert [word.text for word in words_of(["Café", "CAFE", "ＡＩ", "", " ", "a "])] == ["cafe", "ai"]


def test_nul_is_a_space() -> None:
    assert clean("a\0b") == "a b"
    assert clean(None) == ""
