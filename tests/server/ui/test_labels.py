from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from grooveseek.server.ui.page import SCRIPTS, joined
from grooveseek.server.ui.page import page as document
from support.browser import DOWN, Page, chromium, evaluated, needs_chromium
from support.server import HttpServer

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def japanese() -> Iterator[Chrome]:
    with chromium("ja") as driver:
        yield driver


@pytest.fixture
def page_in_japanese(japanese: Chrome, server: HttpServer) -> Iterator[Page]:
    page = Page(japanese, server.url).open()
    yield page
    assert page.complaints() == []


def test_a_japanese_browser_gets_japanese_labels(page_in_japanese: Page) -> None:
    page = page_in_japanese

    assert page.run("return document.documentElement.lang") == "ja"
    assert page.one("#query").get_attribute("placeholder") == "意味と言葉で検索"
    page.until(lambda: page.has("#home .group"))
    assert page.text("#home h2") == "ノートの中身"
    assert page.text("#status .state") == "稼働中"
    page.search("rollback")
    assert page.text("#summary .total") == f"{len(page.hits())} 件"
    page.press(DOWN, "g")
    page.until(lambda: page.has(".node"))
    assert page.texts(".tabs [role=tab]") == ["文書", "つながり"]


def test_other_browsers_get_english_labels(page: Page) -> None:
    assert page.run("return document.documentElement.lang") == "en"
    assert page.one("#query").get_attribute("placeholder") == "Search by meaning and by words"


def test_both_languages_have_the_same_labels_with_the_same_places(driver: Chrome, japanese: Chrome) -> None:
    words = "Object.entries(WORDS).map(([key, text]) => [key, (text.match(/\\{\\w+\\}/g) ?? []).sort()]).sort()"
    english, translated = (evaluated(browser, ["labels"], words) for browser in (driver, japanese))

    assert english == translated


def test_every_label_that_is_asked_for_is_there(driver: Chrome) -> None:
    keys = set(evaluated(driver, ["labels"], "Object.keys(WORDS)"))
    asked = set(re.findall(r'data-label="([^"]+)"', document()))
    asked |= set(re.findall(r'\blabel(?:led)?\("([^"]+)"', joined(SCRIPTS)))

    assert asked <= keys


@pytest.mark.parametrize(("count", "text"), [(0, "0 results"), (1, "1 result"), (1234, "1,234 results")])
def test_counts_read_well(driver: Chrome, count: int, text: str) -> None:
    assert evaluated(driver, ["labels"], "plural('count', arguments[0])", count) == text
