from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.answer import Span
from grooveseek.search.query import compile_query
from grooveseek.search.spans import match_spans, merged


def spans_of(query: str, content: str) -> list[tuple[int, int]] | None:
    spans = match_spans(content, compile_query(query).span_terms)
    return None if spans is None else [(span.start, span.end) for span in spans]


@pytest.mark.parametrize(
    ("query", "content", "spans"),
    [
        ("tokio spawn", "Use tokio::spawn for async tasks.", [(4, 9), (11, 16)]),
        ('"Foundry Local" Foundry', "Foundry Local runs the Foundry stack", [(0, 13), (23, 30)]),
        ("index indexing", "indexing rebuilds the index", [(0, 8), (22, 27)]),
        ("groove-svc svc-server", "see groove-svc-server here", [(4, 21)]),
        ("ML pipelines", "ML pipelines", [(3, 12)]),
        ("a ab", "ab", [(0, 2)]),
        ("aaa", "aaaaaaa", [(0, 3), (3, 6)]),
        ("rust、tokio", "日本語 Rust と Tokio", [(10, 14), (19, 24)]),
        ("zzz", "abc", []),
        ("検索", "検索", None),
        ("a", "a" * 500, [(at, at + 1) for at in range(100)]),
        ("", "text", None),
        ("  ", "text", None),
        ("tokio -spawn", "tokio spawn", [(0, 5)]),
        ('foo -"bar"-baz', "foo bar -baz", [(0, 3), (8, 12)]),
    ],
)
def test_words_are_marked_where_they_stand(query: str, content: str, spans: list[tuple[int, int]] | None) -> None:
    assert spans_of(query, content) == spans


def test_the_same_word_twice_is_one_term() -> None:
    content = "rust " * 400

    assert spans_of("Rust rust", content) == spans_of("rust", content)
    assert len(spans_of("rust", content) or []) == 100


def test_every_term_has_its_share() -> None:
    words = [f"w{number:02}" for number in range(32)]

    assert len(spans_of(" ".join(words), " ".join(words * 1000)[:262_144]) or []) == 96


def test_a_content_too_long_is_not_searched() -> None:
    assert spans_of("abc", "abc" + "x" * 262_141) == [(0, 3)]
    assert spans_of("abc", "abc" + "x" * 262_142) is None


TERMS = st.lists(st.text("abAB -", min_size=3, max_size=5).filter(lambda term: term.strip()), min_size=1, max_size=6)
CONTENT = st.text("abAB -日é🎉", max_size=200)


@given(CONTENT, TERMS)
def test_spans_are_sorted_disjoint_and_few(content: str, terms: list[str]) -> None:
    spans = match_spans(content, terms) or ()

    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert len(spans) <= 100


@given(CONTENT, TERMS)
def test_spans_lie_on_character_borders_and_hold_something(content: str, terms: list[str]) -> None:
    data = content.encode()

    for span in match_spans(content, terms) or ():
        assert span.start < span.end
        data[: span.start].decode()
        data[span.start : span.end].decode()


@given(CONTENT, TERMS, st.randoms())
def test_the_order_of_the_words_changes_nothing(content: str, terms: list[str], shuffled: random.Random) -> None:
    reordered = list(terms)
    shuffled.shuffle(reordered)

    assert match_spans(content, reordered) == match_spans(content, terms)


@given(CONTENT, TERMS)
def test_every_term_that_occurs_is_covered(content: str, terms: list[str]) -> None:
    spans = match_spans(content, terms) or ()
    text = content.encode().lower()

    for term in terms:
        at = text.find(term.encode().lower())
        assert at < 0 or any(span.start <= at and at + len(term) <= span.end for span in spans)


@given(CONTENT, TERMS)
def test_merging_again_changes_nothing(content: str, terms: list[str]) -> None:
    spans = match_spans(content, terms) or ()

    assert merged((span.start, span.end) for span in spans) == spans


def test_a_quoted_region_is_one_span_an_occurrence() -> None:
    assert match_spans("sync io, Sync IO", ["sync io"]) == (Span(0, 7), Span(9, 16))
