from __future__ import annotations

import math
from typing import Any

import pytest

from grooveseek.search.answer import FilterApplied
from grooveseek.search.door import MCP
from grooveseek.search.filters import filter_applied
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings


def applied(query: str = "word", **given: Any) -> FilterApplied:
    return filter_applied(resolve(SearchArguments(query, **given), SearchSettings(), MCP))


def test_nothing_given_is_nothing_applied() -> None:
    assert applied() == FilterApplied()


@pytest.mark.parametrize(
    "given",
    [
        {"category": "notes"},
        {"topic": "mcp"},
        {"date_from": "2026-01-01"},
        {"date_to": "2026-12-31"},
        {"path_globs": ("docs/**",)},
        {"tags_any": ("a", "b")},
        {"tags_all": ("a",)},
        {"fields": {"status": ("active",)}},
        {"fields_not": {"status": ("deprecated",)}},
        {"min_quality": 0.5},
        {"include_low_quality": True},
    ],
)
def test_what_was_given_is_echoed(given: dict[str, Any]) -> None:
    assert applied(**given) == FilterApplied(**given)


@pytest.mark.parametrize(
    "given",
    [{"include_low_quality": False}, {"tags_any": []}, {"tags_all": []}, {"fields": {}}, {"fields": {"status": []}}],
)
def test_what_has_no_effect_is_not(given: dict[str, Any]) -> None:
    assert applied(**given) == FilterApplied()


def test_the_ratio_is_echoed_as_given() -> None:
    assert applied(min_confidence_ratio=-2.0).min_confidence_ratio == -2.0
    assert applied(min_confidence_ratio=math.nan).min_confidence_ratio is None


def test_excluded_terms_are_those_in_effect() -> None:
    assert applied("検索 -再ランキング").excluded_terms == ("再ランキング", "ランキング")
    assert applied("foo -ab").excluded_terms == ()


def test_an_undeclared_key_is_echoed_all_the_same() -> None:
    assert applied(fields={"nope": ["x"]}).fields == {"nope": ("x",)}
