from __future__ import annotations

import pytest

from support.browser import DOWN, ENTER, ESCAPE, UP, Page, needs_chromium

pytestmark = needs_chromium


def chosen(page: Page) -> list[str]:
    return page.texts(".hit[aria-current] .path")


def test_the_search_box_has_the_focus_at_first(page: Page) -> None:
    assert page.focused() == "query"


def test_arrows_choose_and_a_slash_leads_back(page: Page) -> None:
    page.search("rollback")
    hits = page.hits()
    page.press(DOWN, DOWN)
    assert chosen(page) == [hits[1]]
    page.press(UP)
    assert chosen(page) == [hits[0]]
    page.press("/")

    assert page.focused() == "query"
    assert chosen(page) == []
    page.press("logs")
    assert page.one("#query").get_attribute("value") == "logs"


def test_up_from_the_first_hit_is_the_search_box(page: Page) -> None:
    page.search("rollback")
    page.press(DOWN, UP)

    assert page.focused() == "query"


def test_letters_are_words_in_the_box_and_keys_elsewhere(page: Page) -> None:
    page.search("rollback")
    page.press("g", "?", "/")
    assert page.one("#query").get_attribute("value") == "rollbackg?/"
    page.press(ESCAPE)
    page.search("rollback")
    page.press(DOWN, "g")
    page.until(lambda: page.has(".node.start"))
    page.press("d")
    page.until(lambda: page.has(".lines"))
    page.press("g")

    page.until(lambda: page.has(".node.start"))


def test_escape_closes_then_clears(page: Page) -> None:
    page.search("rollback")
    page.press(DOWN, ENTER)
    page.until(lambda: page.has(".lines"))
    assert page.focused() == "pane-body"
    page.press(ESCAPE)
    assert page.has("#pane[hidden]")
    assert chosen(page) == page.hits()[:1]
    page.press(ESCAPE)

    assert page.one("#query").get_attribute("value") == ""
    assert page.focused() == "query"


def test_f_shows_and_hides_the_filters(page: Page) -> None:
    page.search("rollback")
    page.press(DOWN, "f")
    assert page.one("#filters").is_displayed()
    assert page.focused() == "category"
    assert page.one("#filters-button").get_attribute("aria-expanded") == "true"
    page.one("#filters-button").click()

    assert not page.one("#filters").is_displayed()


@pytest.mark.parametrize("leave", ["close", "escape"])
def test_a_question_mark_lists_the_keys(page: Page, leave: str) -> None:
    page.search("rollback")
    page.press(DOWN, "?")
    page.until(lambda: page.one("#help").is_displayed())
    assert "to the search box" in page.text("#help")
    if leave == "close":
        page.one("#help-close").click()
    else:
        page.press(ESCAPE)

    page.until(lambda: not page.one("#help").is_displayed())
    assert page.hits()
