from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.highlights import highlights


def marked(content: str, *terms: str) -> list[str] | None:
    """The marked pieces of `content`."""
    spans = highlights(content, terms)
    return None if spans is None else [content.encode()[span.start : span.end].decode() for span in spans]


@pytest.mark.parametrize(
    ("content", "term", "pieces"),
    [
        ("検索の評価と評価軸", "評価", ["評価", "評価"]),
        ("全角の Ｔｏｋｉｏ と半角の tokio", "tokio", ["Ｔｏｋｉｏ", "tokio"]),
        ("ﾄｳｷｮｳ", "トウキョウ", ["ﾄｳｷｮｳ"]),
        ("カ\u3099ス", "ガス", ["カ\u3099ス"]),
        ("Café CAFE\u0301", "cafe", ["Café", "CAFE\u0301"]),
        ("Привет", "привет", ["Привет"]),
        ("the AI act, she said", "ai", ["AI"]),
        ("C# and C, not abc", "C", ["C", "C"]),
        ("パーティー🎉🎉", "🎉", ["🎉", "🎉"]),
        ("nothing", "zzz", []),
    ],
)
def test_words_are_marked_in_any_script(content: str, term: str, pieces: list[str]) -> None:
    assert marked(content, term) == pieces


def test_without_terms_nothing_is_computed() -> None:
    assert marked("text") is None


def test_a_content_too_long_is_not_searched() -> None:
    assert marked("あ" * 87_382, "あ") is None


CONTENT = st.text("aAéÉぁアｱﾞ\u3099\u0301日🎉👍🏽ßﬁ \n", max_size=120)
TERMS = st.lists(st.text("aAéアガ日🎉ßs ", min_size=1, max_size=4), min_size=1, max_size=5)


@given(CONTENT, TERMS)
def test_spans_are_sorted_disjoint_few_and_on_character_borders(content: str, terms: list[str]) -> None:
    data = content.encode()
    spans = highlights(content, terms) or ()

    assert len(spans) <= 100
    assert all(left.end <= right.start for left, right in pairwise(spans))
    for span in spans:
        assert span.start < span.end
        data[: span.start].decode()
        data[span.start : span.end].decode()
