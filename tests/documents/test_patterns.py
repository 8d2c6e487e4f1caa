from __future__ import annotations

import time

import pytest

from grooveseek.documents.patterns import compile_pattern


def test_the_search_is_not_anchored() -> None:
    assert compile_pattern("b+").search("abbc")


def test_the_dollar_is_the_very_end() -> None:
    pattern = compile_pattern(r"^\d{4}-\d{2}-\d{2}$")
    assert pattern.search("2026-04-19")
    assert not pattern.search("2026-04-19\n")
    assert not pattern.search("2026-04-19 10:00")


@pytest.mark.parametrize("source", ["[unclosed", "(?=a)", "(?<!a)b", r"(a)\1", "*"])
def test_a_malformed_or_backtracking_pattern_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        compile_pattern(source)


def test_the_time_is_bounded_by_the_text() -> None:
    start = time.process_time()
    assert not compile_pattern("(a*)*b$").search("a" * 100_000)
    assert time.process_time() - start < 1
