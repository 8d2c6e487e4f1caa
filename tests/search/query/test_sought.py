from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.query import compile_query
from grooveseek.search.query.sought import stem


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("models", "model"),
        ("modelling", "modell"),
        ("Watched", "Watch"),
        ("classes", "class"),
        ("class", "class"),
        ("studies", "stud"),
        ("string", "string"),
        ("this", "this"),
        ("notes", "note"),
        ("things", "thing"),
        ("SETTINGS", "SETT"),
        ("v-models", "v-models"),
        ("E0382s", "E0382s"),
        ("Straßen", "Straßen"),
        ("モデル", "モデル"),
    ],
)
def test_an_english_word_loses_its_ending_but_never_more_than_leaves_four_letters(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("tuning models", ("tuning", "model")),
        ('"tuning models" settings', ("tuning models", "sett")),
        ('"models"', ("models",)),
        ("天然記念物", ("天然記念物", "天然", "然記", "記念", "念物")),
        ('"天然記念物"', ("天然記念物",)),
        ("AIの評価は", ("AIの", "評価は", "AI", "評価")),
        ("tokio -models", ("tokio",)),
        ("tokio -天然記念物", ("tokio",)),
    ],
)
def test_what_the_text_leg_looks_for(query: str, words: tuple[str, ...]) -> None:
    assert compile_query(query).sought == words


@given(st.text("ab s天然記念物のモデ\"- e'ingx", max_size=60))
def test_each_is_a_substring_of_the_query_and_there_are_not_many(query: str) -> None:
    sought = compile_query(query).sought

    assert len(sought) <= 64
    assert len(set(sought)) == len(sought)
    assert all(word in query or word in query.replace('""', '"') for word in sought)
