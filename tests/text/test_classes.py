from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.text.classes import CharacterClass, class_of, runs

K, H, KA, W, S = (
    CharacterClass.KANJI,
    CharacterClass.HIRAGANA,
    CharacterClass.KATAKANA,
    CharacterClass.WORD,
    CharacterClass.SEPARATOR,
)


@pytest.mark.parametrize(
    ("characters", "kind"),
    [
        ("一龿㐀䶿豈\ufaff\U0002f800\U0002fa1f々〆", K),
        ("ぁんゔ゙゚゛ゝゟ", H),
        ("ァヺー・ヿｦｰﾝﾟ", KA),
        ("_-azAZéßЖ한١ⅷ²½Ａ９〇𠮷\U00020000", W),
        (" \t\n\u3000.,、。「」\"'!?#@+･゠\0\x7f😀→©￥\u200b", S),
    ],
)
def test_every_row_of_the_class_table(characters: str, kind: CharacterClass) -> None:
    assert {character: class_of(character) for character in characters} == dict.fromkeys(characters, kind)


def pieces(text: str) -> list[tuple[str, CharacterClass]]:
    return [(text[run.start : run.end], run.kind) for run in runs(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("再ランキングの評価について", [("再", K), ("ランキング", KA), ("の", H), ("評価", K), ("について", H)]),
        ("ＡＢＣ検索", [("ＡＢＣ", W), ("検索", K)]),
        ("abcｶﾀｶﾅ", [("abc", W), ("ｶﾀｶﾅ", KA)]),
        ("𠮷野家具店", [("𠮷", W), ("野家具店", K)]),
        ("東京〇丁目", [("東京", K), ("〇", W), ("丁目", K)]),
        ("評価・分析", [("評価", K), ("・", KA), ("分析", K)]),
        ("評価･分析", [("評価", K), ("･", S), ("分析", K)]),
        ("Rust 1.80", [("Rust", W), (" ", S), ("1", W), (".", S), ("80", W)]),
        ("", []),
    ],
)
def test_runs_change_where_the_class_changes(text: str, expected: list[tuple[str, CharacterClass]]) -> None:
    assert pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cafe\u0301s", [("cafe\u0301s", W)]),
        ("カ\u3099ラス", [("カ\u3099ラス", KA)]),
        ("葛\U000e0100城", [("葛\U000e0100城", K)]),
        ("नमस्\u200dते", [("नमस्\u200dते", W)]),
        ("!\u0301a", [("!\u0301", S), ("a", W)]),
        ("!\u3099", [("!", S), ("\u3099", H)]),
    ],
)
def test_a_mark_stays_with_the_character_before_it(text: str, expected: list[tuple[str, CharacterClass]]) -> None:
    assert pieces(text) == expected


@given(st.text())
def test_runs_cover_the_text_and_neighbours_differ(text: str) -> None:
    found = list(runs(text))
    assert "".join(text[run.start : run.end] for run in found) == text
    assert all(before.end == after.start for before, after in itertools.pairwise(found))
    assert all(before.kind is not after.kind for before, after in itertools.pairwise(found))


@given(st.text(alphabet=st.characters(exclude_categories=["Mn", "Mc", "Me", "Cf", "Cn"])))
def test_without_marks_a_run_is_characters_of_its_class(text: str) -> None:
    for run in runs(text):
        assert {class_of(character) for character in text[run.start : run.end]} == {run.kind}


@given(st.characters())
def test_letters_and_digits_are_never_separators(character: str) -> None:
    if unicodedata.category(character)[0] == "L" or unicodedata.category(character) in {"Nd", "Nl", "No"}:
        assert class_of(character) is not S
