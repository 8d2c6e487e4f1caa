from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.sqlite.grams import grams, is_gram
from grooveseek.text.fold import fold


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        ("said", set()),
        ("the ai act", {"ai"}),
        ("a b", {"a", "b"}),
        ("評価", {"評", "価", "評価"}),
        ("ai評価", {"ai", "評", "価", "評価"}),
        ("a型", {"a", "型", "a型"}),
        ("(c#)", {"(", "c", "#", ")", "(c", "c#", "#)"}),
        ("c++", {"c", "+", "c+", "++"}),
        ("x -> y", {"x", "y", "-", ">", "->"}),
        ("f1", {"f1"}),
        ("ai_act", set()),
        ("a\u3000b", {"a", "b"}),
        ("моя я", {"я"}),
        ("서울", {"서", "울", "서울"}),
    ],
)
def test_short_words_of_a_text(text: str, expected: set[str]) -> None:
    assert set(grams(text)) == expected


@given(st.text("ab1_#.評価あ \n"))
def test_every_short_word_is_given_once_and_is_in_the_text(text: str) -> None:
    found = list(grams(text))
    assert len(found) == len(set(found))
    assert all(is_gram(word) and word in text for word in found)


@given(st.text(max_size=30))
def test_a_folded_text_gives_words_without_white_space(text: str) -> None:
    assert not any(character.isspace() for word in grams(fold(text)) for character in word)


@pytest.mark.parametrize(
    ("word", "expected"), [("", False), ("a", True), ("評価", True), ("abc", False), ("a ", False)]
)
def test_what_is_a_short_word(word: str, expected: bool) -> None:
    assert is_gram(word) is expected
