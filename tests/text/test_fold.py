from __future__ import annotations

import sys
import time
import unicodedata

import pytest
from hypothesis import assume, given

from grooveseek.text.fold import fold, plain_form
from support.text import any_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World", "hello, world"),
        ("Café naïve Ångström", "cafe naive angstrom"),
        ("cafe\u0301 x\u0302", "cafe x"),
        ("ŁÓDŹ Øre Æsir œuvre ħ đ", "lodz ore aesir oeuvre h d"),
        ("İstanbul ISPARTA ışık", "istanbul isparta isik"),
        ("Straße STRASSE ﬁn", "strasse strasse fin"),
        ("ΣΊΣΥΦΟΣ Σίσυφος", "σίσυφοσ σίσυφοσ"),
        ("Йод ЁЛКА", "йод ёлка"),
        ("か\u3099き", "がき"),
        ("ゴミ コ\u3099ミ ｺﾞﾐ", "ゴミ ゴミ ゴミ"),
        ("は は\u309a ﾊﾟ", "は ぱ パ"),
        ("ＡＢＣ１２３　！", "abc123 !"),
        ("｢ﾃｽﾄ｡｣", "「テスト。」"),
        ("\u1112\u1161\u11ab", "한"),
        ("⽇本⼈", "日本人"),
        ("\ufa19社", "神社"),
        ("don’t “x”", 'don\'t "x"'),
        ("co‐op − −5 波〜波～", "co-op - -5 波~波~"),
        ("soft\u00adhy\u200bphen\ufeff", "softhyphen"),
        ("葛\U000e0100城 ☎\ufe0f", "葛城 ☎"),
        ("㍻ ① x² ½ ™ ㈱", "㍻ ① x² ½ ™ ㈱"),
        ("नमस्ते สวัสดี שלום", "नमस्ते สวัสดี שלום"),
        ("", ""),
    ],
)
def test_spellings_that_mean_the_same_fold_alike(text: str, expected: str) -> None:
    assert fold(text) == expected


def test_letters_that_differ_by_more_than_case_and_marks_stay_apart() -> None:
    apart = ["か", "が", "ば", "ぱ", "カ", "и", "й", "o", "0", "日", "曰", "つ", "っ"]
    assert len({fold(each) for each in apart}) == len(apart)


def test_an_ordinary_form_is_one_character_or_none_and_ordinary_itself() -> None:
    forms = {plain_form(chr(code)) for code in range(sys.maxunicode + 1)}
    assert all(len(form) <= 1 and (not form or plain_form(form) == form) for form in forms)


def test_every_character_with_another_form_is_folded_to_it() -> None:
    unusual = [each for each in map(chr, range(0x80, sys.maxunicode + 1)) if plain_form(each) != each]
    assert {each: fold(f"|{each}|") for each in unusual} == {each: f"|{fold(plain_form(each))}|" for each in unusual}


def test_every_character_folds_to_what_folds_to_itself() -> None:
    """All at once, on lines of their own; unified ideographs have nothing to fold."""
    lines = "\n".join(
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) not in {"Cn", "Co", "Cs"}
        and unicodedata.name(chr(code), "")[:13] != "CJK UNIFIED I"
    )
    assert fold(fold(lines)) == fold(lines)


@given(any_text)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(any_text)
def test_composed_and_decomposed_text_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text)) == fold(text)


@given(any_text)
def test_case_never_matters(text: str) -> None:
    """But for the iota written below, which is a mark in one case and a letter in the other."""
    assume("\u0345" not in unicodedata.normalize("NFD", text))
    assert fold(text.casefold()) == fold(text.upper().casefold()) == fold(text)


@given(any_text, any_text)
def test_folding_lines_one_by_one_is_folding_the_whole(first: str, second: str) -> None:
    assert fold(f"{first}\n{second}") == f"{fold(first)}\n{fold(second)}"


def test_three_megabytes_fold_in_well_under_a_second() -> None:
    text = "全文検索の評価は Café で、ＡＢＣと naïve ｶﾞｲﾄﾞ を読む。Plain words in between, mostly.\n" * 30_000
    assert len(text.encode()) > 3_000_000
    started = time.process_time()
    fold(text)
    assert time.process_time() - started < 1
