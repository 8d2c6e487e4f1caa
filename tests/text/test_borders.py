from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from grooveseek.text.borders import grapheme_borders, pieces, sentence_borders


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("one", ["one"]),
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ("これは文です。次の文！？最後", ["これは文です。", "次の文！？", "最後"]),
        ("「行く。」と言った。", ["「行く。」", "と言った。"]),
        ("半角｡次。」）終", ["半角｡", "次。」）", "終"]),
        ('He said "Yes." Then left.)', ['He said "Yes." ', "Then left.)"]),
        ("v1.2.3 is 3.14 now", ["v1.2.3 is 3.14 now"]),
        ("約３．１４です．次", ["約３．１４です．次"]),
        ("終わり． 次", ["終わり． ", "次"]),
        ("See e.g. this. J. Smith did (A. Jones too).", ["See e.g. this. ", "J. Smith did (A. Jones too)."]),
        ("J. Smith did", ["J. Smith did"]),
        ("NASA. Then", ["NASA. ", "Then"]),
        ("line\n\n  next\nlast", ["line\n\n  ", "next\n", "last"]),
        ("ends with e.\nsmall", ["ends with e.\n", "small"]),
        ("wait... what?! yes", ["wait... what?! ", "yes"]),
        ("Wait... What?! yes", ["Wait... ", "What?! ", "yes"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert pieces(text, sentence_borders(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("a\r\nb", ["a", "\r\n", "b"]),
        ("か\u3099き", ["か\u3099", "き"]),
        ("e\u0301\u0323x", ["e\u0301\u0323", "x"]),
        ("👨‍👩‍👧👍🏽", ["👨‍👩‍👧", "👍🏽"]),
        ("🇯🇵🇫🇷🇩", ["🇯🇵", "🇫🇷", "🇩"]),
        ("葛\U000e0100城", ["葛\U000e0100", "城"]),
        ("한한", ["한", "한"]),
        ("क्षि।", ["क्षि", "।"]),
    ],
)
def test_graphemes(text: str, expected: list[str]) -> None:
    assert pieces(text, grapheme_borders(text)) == expected


TRICKY = st.text(alphabet=st.sampled_from("aB 1.。!？」)\n\r\t\u0301\u3099\u200d\ufe0fか👨👍🏽🇯🇵ᄒ\u1161ᆫकषि\u0600"))


@given(st.text() | TRICKY)
def test_borders_cover_the_text(text: str) -> None:
    for borders in (sentence_borders(text), grapheme_borders(text)):
        assert all(before < after for before, after in pairwise((0, *borders)))
        assert "".join(pieces(text, borders)) == text


@given(st.text() | TRICKY)
def test_graphemes_are_those_of_the_unicode_rules(text: str) -> None:
    """But for a virama: `\\X` joins the consonant after one even where no consonant stands before it."""
    assume(not any(unicodedata.combining(character) == 9 for character in text))
    assert pieces(text, grapheme_borders(text)) == regex.findall(r"\X", text)


@given(TRICKY)
def test_sentences_never_cut_a_grapheme(text: str) -> None:
    assert set(sentence_borders(text)) <= set(grapheme_borders(text))


@pytest.mark.parametrize(
    "unit",
    ["a", ".", "。", ".)", "。」", ". ", "\n ", "(A. ", "e\u0301", "\u0301", "\u200d", "🇯🇵", "👨‍👩‍👧", "क्", "\u0600"],
)
def test_time_is_linear(unit: str) -> None:
    text = unit * (200_000 // len(unit)) + "x"
    started = time.process_time()
    assert sentence_borders(text)[-1] == grapheme_borders(text)[-1] == len(text)
    assert time.process_time() - started < 2
