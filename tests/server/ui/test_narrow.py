"""The page on a screen as narrow as a telephone's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.browser import Page, needs_chromium

pytestmark = needs_chromium

ONE_LINE = 40
"""Higher than one line of the status band, lower than two; in CSS pixels."""


@pytest.fixture
def narrow(page: Page) -> Iterator[Page]:
    size = page.driver.get_window_size()
    page.driver.set_window_size(400, 800)
    yield page
    page.driver.set_window_size(size["width"], size["height"])


def test_the_page_is_no_wider_than_the_screen(narrow: Page) -> None:
    narrow.search("chunking")

    assert narrow.run("return document.documentElement.scrollWidth <= innerWidth")


def test_the_status_takes_one_line(narrow: Page) -> None:
    assert narrow.run("return document.getElementById('status').offsetHeight") < ONE_LINE


def test_a_heading_goes_to_the_next_line_rather_than_being_broken(narrow: Page) -> None:
    narrow.search("chunking")

    assert narrow.run(
        """const heading = document.createElement("span"); heading.className = "heading"; heading.textContent = "x";
        document.querySelector(".hit h3 span").append(heading);
        return getComputedStyle(heading, "::before").content"""
    ).startswith('" ')


def test_the_graph_has_room(narrow: Page) -> None:
    narrow.search("chunking")
    narrow.run("document.querySelector('.hit .walk').click()")
    narrow.until(lambda: narrow.has(".graph .node"))

    assert narrow.run("return document.querySelector('.stage').offsetHeight >= innerHeight * 0.5")
