from __future__ import annotations

import pytest

from grooveseek.search.words import holds_word, places_of_word


@pytest.mark.parametrize(
    ("text", "word", "held"),
    [
        ("the ai act", "ai", True),
        ("he said", "ai", False),
        ("再評価する", "評価", True),
        ("(c#) code", "c", True),
        ("abc", "c", False),
        ("aiを使う", "ai", True),
        ("сказал да", "да", True),
        ("дата", "да", False),
        ("watching", "watch", True),
        ("", "x", False),
    ],
)
def test_a_short_word_counts_as_a_whole_word_only(text: str, word: str, held: bool) -> None:
    assert holds_word(text, word) is held


def test_places_do_not_overlap() -> None:
    assert list(places_of_word("aaaaaaa", "aaa")) == [(0, 3), (3, 6)]
    assert list(places_of_word("a b a", "a")) == [(0, 1), (4, 5)]
