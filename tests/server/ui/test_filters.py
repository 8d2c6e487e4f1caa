from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from support.browser import Page, evaluated, needs_chromium

pytestmark = needs_chromium

MODULES = ("dom", "labels", "text", "mcp", "place", "failure", "filters")

NONE = {"category": "", "topic": "", "tags": "", "path": "", "from": "", "to": "", "stubs": ""}


@pytest.mark.parametrize(
    ("filters", "arguments"),
    [
        ({}, {}),
        ({"category": "ops", "topic": "release"}, {"category": "ops", "topic": "release"}),
        ({"tags": "a, b c ,,"}, {"tags_all": ["a", "b c"]}),
        ({"tags": "運用、復旧"}, {"tags_all": ["運用", "復旧"]}),
        ({"path": "notes/2026"}, {"path_globs": ["*notes/2026*"]}),
        ({"path": "!draft, *.md"}, {"path_globs": ["!*draft*", "*.md"]}),
        ({"from": "2026-01-01", "to": "2026-02-01"}, {"date_from": "2026-01-01", "date_to": "2026-02-01"}),
        ({"stubs": "1"}, {"include_low_quality": True}),
    ],
)
def test_filters_become_arguments(driver: Chrome, filters: dict[str, str], arguments: dict[str, object]) -> None:
    assert evaluated(driver, MODULES, "argumentsOf(arguments[0])", {**NONE, **filters}) == arguments


def test_categories_and_their_topics_are_offered(page: Page) -> None:
    page.show_filters()
    page.until(lambda: "ops" in page.texts("#category option"))

    assert page.texts("#category option") == ["any", "long", "ops", "related", "strange", "メモ"]
    page.choose("#category", "ops")
    page.until(lambda: page.texts("#topic option") == ["any", "logs", "release"])


def test_each_filter_narrows_the_answer(page: Page) -> None:
    page.search("log rollback release")
    assert {"ops/logs/rotation.md", "ops/release/rollback.md"} <= set(page.hits())
    page.show_filters()
    page.choose("#topic", "release")
    page.answered()
    assert set(page.hits()) == {"ops/release/rollback.md", "ops/release/checklist.md"}

    page.one("#tags").send_keys("urgent")
    page.answered()
    assert set(page.hits()) == {"ops/release/rollback.md"}

    page.one("#tags").clear()
    page.one("#path").send_keys("!rollback")
    page.answered()
    assert set(page.hits()) == {"ops/release/checklist.md"}
    assert page.text("#filters-count") == "2"

    page.one("#filters-clear").click()
    page.answered()
    assert {"ops/logs/rotation.md", "ops/release/rollback.md"} <= set(page.hits())


def test_dates_narrow_the_answer(page: Page) -> None:
    page.search("log rollback release")
    page.show_filters()
    # Typing into a date depends on the browser's language; what it is set to does not.
    page.run(
        "const box = document.getElementById('from'); box.value = '2026-05-01';"
        "box.dispatchEvent(new Event('input', {bubbles: true}));"
    )
    page.answered()

    assert set(page.hits()) == {"ops/release/checklist.md"}


def test_chips_of_a_hit_are_filters(page: Page) -> None:
    page.search("quicker than a repair")
    page.one(".hit:first-child .chip.tag[title='Only with tag urgent']").click()
    page.answered()
    assert set(page.hits()) == {"ops/release/rollback.md"}
    page.one(".hit:first-child .chip.topic").click()
    page.answered()

    assert "tags=urgent" in page.driver.current_url
    assert "topic=release" in page.driver.current_url


def test_filters_that_leave_nothing_can_be_cleared_there(page: Page) -> None:
    page.open("#query=rollback&path=nowhere")
    page.until(lambda: page.has(".nothing"))
    page.one(".nothing button").click()
    page.answered()

    assert page.hits()


def test_a_group_of_the_start_narrows_the_search(page: Page) -> None:
    page.until(lambda: page.has("#home .group"))
    next(name for name in page.all("#home .name") if name.text == "ops / release").click()
    page.until(lambda: page.focused() == "query")
    page.search("log rollback release")

    assert {path.rpartition("/")[0] for path in page.hits()} == {"ops/release"}


def test_a_title_of_the_start_finds_its_document(page: Page) -> None:
    page.until(lambda: page.has("#home .group"))
    next(title for title in page.all("#home .link") if title.text == "復旧の手順").click()
    page.answered()

    assert page.hits()[0] == "メモ/運用/復旧.md"
