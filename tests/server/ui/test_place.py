from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from support.browser import evaluated, needs_chromium

pytestmark = needs_chromium

NONE = {"category": "", "topic": "", "tags": "", "path": "", "from": "", "to": "", "stubs": ""}
HOME = {"query": "", "filters": NONE, "opened": None}


@pytest.mark.parametrize(
    "place",
    [
        HOME,
        {**HOME, "query": "a & b = c # d + e % 日本 🚀"},
        {**HOME, "filters": {**NONE, "tags": "a, b", "path": "!x", "from": "2026-01-01", "stubs": "1"}},
        {**HOME, "opened": {"view": "document", "path": "日記/bug#42 &v=2+rev?.md", "lines": {"start": 3, "end": 9}}},
        {**HOME, "query": "q", "opened": {"view": "graph", "path": "50%25 plan.md", "lines": None}},
    ],
)
def test_a_place_comes_back_from_the_address(driver: Chrome, place: dict[str, object]) -> None:
    assert evaluated(driver, ["place"], "placeOf(hashOf(arguments[0]))", place) == place


@pytest.mark.parametrize("address", ["", "#", "#unknown=1&lines=3-4", "#document=&lines=x"])
def test_an_address_that_says_nothing_is_the_start(driver: Chrome, address: str) -> None:
    assert evaluated(driver, ["place"], "placeOf(arguments[0])", address) == HOME
