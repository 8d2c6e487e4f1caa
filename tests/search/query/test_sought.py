from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import MOST_WORDS
from grooveseek.search.query import compile_query


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("tuning models", ("tuning", "model")),
        ('"tuning models" settings', ("tuning models", "sett")),
        ('"models"', ("models",)),
        ("nothing was changed", ("nothing", "was", "chang")),
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

    assert len(sought) <= MOST_WORDS
    assert len(set(sought)) == len(sought)
    assert all(word in query or word in query.replace('""', '"') for word in sought)


def test_no_more_than_are_looked_for() -> None:
    words = " ".join(f"語{number:02}ab 評価軸{chr(0x4E00 + number)}" for number in range(32))
    assert len(compile_query(words).sought) == MOST_WORDS
