from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.sqlite.grams import ROW_BITS, Part, hashes, keys
from grooveseek.text.fold import fold


def rows_with(word: str, texts: list[str], part: Part = Part.BODY) -> list[int]:
    """Rows of the texts that have every gram of the word."""
    found = keys(texts, [""] * len(texts)) if part == Part.HEAD else keys([""] * len(texts), texts)
    rows = set(range(len(texts)))
    for gram in hashes(word, part):
        rows &= set((found[found >> np.uint64(ROW_BITS) == gram] & np.uint64(0xFFFF)).astype(int).tolist())
    return sorted(rows)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("said", []),
        ("the ai act", ["ai"]),
        ("a b", ["a", "b"]),
        ("評価", ["評", "価", "評価"]),
        ("ai評価", ["ai", "評", "価", "評価"]),
        ("a型", ["a", "型", "a型"]),
        ("(c#)", ["(", "c", "#", ")", "(c", "c#", "#)"]),
        ("c++", ["c", "+", "c+", "++"]),
        ("x -> y", ["x", "y", "-", ">", "->"]),
        ("f1", ["f1"]),
        ("ai_act", []),
        ("a\u3000b", ["a", "b"]),
        ("моя я", ["я"]),
        ("서울", ["서", "울", "서울"]),
        ("𠮷野", ["𠮷", "野", "𠮷野"]),
    ],
)
def test_short_words_of_a_text(text: str, words: list[str]) -> None:
    tried = {text[start : start + size] for size in (1, 2) for start in range(len(text))}
    assert {word for word in tried if hashes(word, Part.BODY) and rows_with(word, [text])} == set(words)


def test_rows_are_told_apart() -> None:
    texts = ["ranking", "", "rank", "ankin", "ran king"]
    assert rows_with("ank", texts) == [0, 2, 3]
    assert rows_with("anking", texts) == [0]
    assert rows_with("n k", texts) == [4]
    assert rows_with("king", texts) == [0, 4]


def test_grams_do_not_run_from_one_text_into_the_next() -> None:
    assert rows_with("abc", ["ab", "c", "a", "bc"]) == []
    assert rows_with("ab", ["a", "b"]) == []


def test_the_parts_of_a_chunk_have_grams_of_their_own() -> None:
    assert rows_with("word", ["word"], Part.HEAD) == [0]
    assert len({hashes("word", part) for part in Part}) == 3


def test_keys_are_sorted_and_each_there_once() -> None:
    found = keys(["banana banana", "banana"], ["banana", "banana banana banana"])
    assert found.tolist() == sorted(set(found.tolist()))
    assert set((found & np.uint64(0xFFFF)).astype(int).tolist()) == {0, 1}


def test_what_a_body_says_three_times_is_told_apart() -> None:
    bodies = ["評価 評価 評価", "評価 評価", "banana banana", "評価、評価、評価、評価"]
    assert rows_with("評価", bodies, Part.OFTEN) == [0, 3]
    assert rows_with("ana", bodies, Part.OFTEN) == [2]
    assert rows_with("ban", bodies, Part.OFTEN) == []


@pytest.mark.parametrize("word", ["", " ", "a ", "\u3000"])
def test_a_blank_word_has_no_grams(word: str) -> None:
    assert hashes(word, Part.BODY) == ()


@given(
    st.lists(st.text("ab1_#.評価あ \n𠮷", max_size=8), max_size=5), st.text("ab1_#.評価あ𠮷 ", min_size=3, max_size=4)
)
def test_a_text_has_every_gram_of_its_substrings(texts: list[str], word: str) -> None:
    assert rows_with(word, texts) == [row for row, text in enumerate(texts) if _grams(word) <= _grams(text)]


def _grams(text: str) -> set[str]:
    return {text[start : start + 3] for start in range(len(text) - 2)}


@given(st.text(max_size=30))
def test_any_folded_text_can_be_cut(text: str) -> None:
    clean = fold(text).replace("\0", " ")
    found = keys([clean], [clean])
    assert (np.diff(found) > 0).all()
