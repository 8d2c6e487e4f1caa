from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given

from grooveseek.text.borders import grapheme_borders
from grooveseek.text.fold import fold
from grooveseek.text.folded import FoldedText
from support.text import any_text


@pytest.mark.parametrize(
    ("source", "phrase", "found"),
    [
        ("Use Tokio here", "tokio", "Tokio"),
        ("日本語の検索エンジン", "検索", "検索"),
        ("un café noir", "cafe", "café"),
        ("un cafe\u0301 noir", "cafe", "cafe\u0301"),
        ("ｶﾞｲﾄﾞを読む", "ガイド", "ｶﾞｲﾄﾞ"),
        ("カ\u3099イド", "ガ", "カ\u3099"),
        ("große Straße", "rass", "raß"),
        ("große Straße", "se", "ße"),
        ("a soft\u00adhyphen b", "softhyphen", "soft\u00adhyphen"),
        ("葛\U000e0100城", "葛", "葛\U000e0100"),
        ("👨‍👩‍👧 ok", "👩", "👨‍👩‍👧"),
        ("\ufeffHead", "head", "\ufeffHead"),
        ("🇯\u200b🇵🇫x", "🇫", "🇯\u200b🇵🇫"),
        ("ＡＢＣ検索", "bc検", "ＢＣ検"),
    ],
)
def test_what_is_found_in_the_folded_text_is_shown_in_the_source(source: str, phrase: str, found: str) -> None:
    folded = FoldedText(source)
    start = folded.text.index(phrase)
    first, last = folded.source_span(start, start + len(phrase))
    assert source[first:last] == found
    begin, end = folded.byte_span(start, start + len(phrase))
    assert source.encode()[begin:end].decode() == found


def test_byte_offsets_are_those_of_the_source() -> None:
    folded = FoldedText("日本語 Rust と Tokio")
    assert folded.byte_span(4, 8) == (10, 14)
    assert folded.byte_span(11, 16) == (19, 24)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (2, 1), (-1, 1), (0, 4)])
def test_a_span_must_lie_in_the_folded_text(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no characters"):
        FoldedText("abc").source_span(start, end)


@given(any_text)
def test_the_text_is_the_folded_source(source: str) -> None:
    assert FoldedText(source).text == fold(source)


@given(any_text)
def test_spans_are_ascending_and_on_grapheme_borders(source: str) -> None:
    folded = FoldedText(source)
    borders = {0, *grapheme_borders(source)}
    spans = [folded.source_span(position, position + 1) for position in range(len(folded.text))]
    assert all(start < end and {start, end} <= borders for start, end in spans)
    assert all(before[0] <= after[0] and before[1] <= after[1] for before, after in pairwise(spans))


@given(any_text)
def test_a_span_holds_what_it_stands_for(source: str) -> None:
    folded = FoldedText(source)
    for position, character in enumerate(folded.text):
        first, last = folded.source_span(position, position + 1)
        assert character in fold(source[first:last])


@given(any_text)
def test_the_whole_is_the_span_of_all(source: str) -> None:
    folded = FoldedText(source)
    if folded.text:
        assert folded.source_span(0, len(folded.text)) == (0, len(source))
        assert folded.byte_span(0, len(folded.text)) == (0, len(source.encode()))


@given(any_text)
def test_a_decomposed_source_folds_alike(source: str) -> None:
    assert FoldedText(unicodedata.normalize("NFD", source)).text == FoldedText(source).text
