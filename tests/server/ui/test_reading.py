from __future__ import annotations

from functools import partial

import pytest
from selenium.webdriver import Chrome

from support.browser import ENTER, Page, evaluated, needs_chromium
from support.notes import HIDDEN_LINE, LONG_LINES

pytestmark = needs_chromium


def opened(page: Page) -> None:
    page.until(lambda: page.has(".lines .line"))


def in_view(page: Page, css: str) -> bool:
    return bool(
        page.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "const pane = document.getElementById('pane-body').getBoundingClientRect();"
            "return box.top >= pane.top && box.bottom <= pane.bottom;",
            css,
        )
    )


def numbers(page: Page, css: str) -> list[int]:
    return [
        int(number)
        for number in page.run("return [...document.querySelectorAll(arguments[0])].map(n => n.dataset.number)", css)
    ]


def test_a_document_opens_at_the_lines_of_its_hit(page: Page) -> None:
    page.search("needleword")
    page.press(ENTER)
    opened(page)

    assert page.text(".about h2") == "Long"
    found = numbers(page, ".line.found")
    assert HIDDEN_LINE in found
    assert page.texts(".line.found mark") == ["needleword"]
    assert numbers(page, ".line.found:has(mark)") == [HIDDEN_LINE]
    assert in_view(page, ".line.found mark")


def more_lines(page: Page, shown: int) -> bool:
    return len(page.all(".line")) > shown


def test_a_long_document_is_read_piece_by_piece(page: Page) -> None:
    page.search("needleword")
    page.press(ENTER)
    opened(page)
    first = numbers(page, ".line")[0]
    assert first > 2000
    assert numbers(page, ".line")[-1] == LONG_LINES

    while page.has(".further button"):
        shown = len(page.all(".line"))
        page.run("document.querySelector('.further').scrollIntoView({block: 'center'})")
        page.one(".further button").click()
        page.until(partial(more_lines, page, shown))

    assert numbers(page, ".line") == list(range(1, LONG_LINES + 1))


def test_the_text_is_the_file_with_its_facts_above(page: Page) -> None:
    page.open("#document=ops/release/rollback.md&lines=10-10")
    opened(page)

    assert page.text(".about .path") == "ops/release/rollback.md"
    assert page.texts(".facts span") == ["line 10", "2026-03-20", "release", "release", "urgent"]
    assert page.texts(".line")[:5] == [
        "---", "title: Rolling back a release", "date: 2026-03-20", "tags: [release, urgent]", "---",
    ]  # fmt: skip
    assert page.texts(".line.is-heading") == ["# Rolling back a release", "## When to roll back", "## How"]
    assert page.texts(".line.is-code") == ["```sh", "# not a heading", "deploy --to v1.4.2", "```"]
    assert page.texts(".line.found") == ["A rollback is quicker than a repair at night, and nobody has to think."]


def test_matches_can_be_stepped_through(page: Page) -> None:
    page.search("rollback")
    page.one("a[href*='rollback.md']").click()
    opened(page)
    marks = len(page.all(".lines mark"))
    assert marks >= 2
    page.press("n")
    first = page.run("return [...document.querySelectorAll('.lines mark')].findIndex(m => m.className)")
    page.press("n")

    assert page.run("return [...document.querySelectorAll('.lines mark')].findIndex(m => m.className)") == (
        (first + 1) % marks
    )
    page.press("p")
    assert page.run("return [...document.querySelectorAll('.lines mark')].findIndex(m => m.className)") == first


def test_a_document_that_is_not_there_says_so(page: Page) -> None:
    page.open("#document=no-such.md")
    page.until(lambda: page.has("#pane .failure"))

    assert "exactly as `search` returned it" in page.text("#pane .failure")


def test_back_closes_what_was_opened(page: Page) -> None:
    page.search("rollback")
    page.press(ENTER)
    opened(page)
    page.driver.back()

    page.until(lambda: page.has("#pane[hidden]"))
    assert page.hits()


@pytest.mark.parametrize(
    ("text", "path", "kinds"),
    [
        ("a\n# b", "x.txt", ["text", "text"]),
        ("fn a() {}", "x.rs", ["code"]),
        ("---\na: 1\n---\n# H", "x.md", ["front", "front", "front", "heading"]),
        ("---\nnot closed", "x.md", ["text", "text"]),
        ("~~~\n```\n# c\n~~~\nd", "x.md", ["code", "code", "code", "code", "text"]),
        ("````\n```\n````\n#x\n# y", "x.MD", ["code", "code", "code", "text", "heading"]),
        ("> q\n| a | b |", "x.mdx", ["quote", "table"]),
        ("``` a`b\nc", "x.md", ["text", "text"]),
    ],
)
def test_what_a_line_is(driver: Chrome, text: str, path: str, kinds: list[str]) -> None:
    assert evaluated(driver, ["lines"], "kindsOf(linesOf(arguments[0]), arguments[1])", text, path) == kinds


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\rc\n\n", ["a", "b", "c", ""]), ("\ufeffa", ["a"])],
)
def test_lines_end_where_the_server_ends_them(driver: Chrome, text: str, lines: list[str]) -> None:
    assert evaluated(driver, ["lines"], "linesOf(arguments[0])", text) == lines
