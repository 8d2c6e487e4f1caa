from __future__ import annotations

import pytest

from grooveseek.search.query import compile_query


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("評価", ("評価",)),
        ("用户", ("用户",)),
        ("雨", ("雨",)),
        ("db", ("db",)),
        ("C", ("C",)),
        ("AI", ("AI",)),
        ("C#", ("C#",)),
        ("C++", ("C++",)),
        ("C#の使い方", ("C#",)),
        ("F#, C# and more", ("F#", "C#")),
        ("Rust 1.80 の async", ("1.80",)),
        ("a'b", ("a'b",)),
        ("AI と ML", ("AI", "ML")),
        ("AIの評価は", ("AI", "評価")),
        ("計算プロパティのキャッシュ", ("計算",)),
        ("の評価は", ("評価",)),
        ("再 ランキング", ("再",)),
        ('"AI" strategy', ("AI",)),
        ('"評価"', ("評価",)),
        ("🎉", ("🎉",)),
        ("party 🎉 👍🏽", ("🎉", "👍🏽")),
        ("🇯🇵 travel", ("🇯🇵",)),
    ],
)
def test_short_words_are_looked_for_too(query: str, terms: tuple[str, ...]) -> None:
    assert compile_query(query).extra_terms == terms


@pytest.mark.parametrize(
    "query",
    [
        "how do I watch a deep property",
        "ランキングの使い方",
        "node.js",
        "grammar::fa tree",
        "TODO: fix",
        "tokio -AI",
        "---",
    ],
)
def test_words_that_only_connect_are_not(query: str) -> None:
    assert [term for term in compile_query(query).extra_terms if len(term) < 3] == []


def test_words_that_only_connect_count_when_there_is_nothing_else() -> None:
    assert compile_query("is it").extra_terms == ("is", "it")
    assert compile_query("うし").extra_terms == ("うし",)


def test_a_word_in_capitals_is_a_name() -> None:
    assert compile_query("IT strategy in the US").extra_terms == ("IT", "US")
