from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from grooveseek.config.keys import Http
from grooveseek.server.backend import Opened
from support.browser import Page, needs_chromium
from support.server import backend_of, http_server

pytestmark = needs_chromium


@pytest.fixture(
    params=[
        (Http(allowed_origins=("https://kb.example.com",)), "Forbidden: Origin header is not allowed"),
        (Http(allowed_hosts=("kb.example.com",)), "Forbidden: Host header is not allowed"),
    ],
    ids=["origin", "host"],
)
def refused(request: pytest.FixtureRequest, driver: Chrome, notes: Opened) -> Iterator[tuple[Page, str]]:
    settings, answer = request.param
    with http_server(backend_of(notes), settings) as server:
        page = Page(driver, server.url, expected={403}).open()
        yield page, answer
        assert page.complaints() == []
        driver.get("about:blank")


def test_a_refused_page_says_what_to_allow(refused: tuple[Page, str]) -> None:
    page, answer = refused
    origin = page.url
    host = origin.removeprefix("http://")
    page.until(lambda: page.has(".forbidden"))
    shown = page.text(".forbidden")

    assert answer in shown
    assert f"opened as host {host}, with origin {origin}." in shown
    assert f'allowed_hosts = ["{host}", …]' in shown
    assert f'allowed_origins = ["{origin}", …]' in shown
    assert "A list that is set replaces its default." in shown


def test_a_refused_search_says_so_where_the_results_would_be(refused: tuple[Page, str]) -> None:
    page, answer = refused
    page.one("#query").send_keys("rollback")
    page.until(lambda: page.has("#results .forbidden"))

    assert answer in page.text("#results .forbidden")
    assert page.text("#status .state") == "running"


def test_a_server_that_went_away_is_said_to_be_gone_and_found_again(page: Page) -> None:
    for url in ("/mcp", "/api/admin/status"):
        page.instead(url, "async (ask) => { if (!window.back) throw new TypeError('Failed to fetch'); return ask(); }")
    page.one("#query").send_keys("rollback")
    page.until(lambda: page.has("#results .failure"))
    assert "The server does not answer." in page.text("#results .failure")
    page.ask_status()
    page.until(lambda: page.text("#status .state") == "unreachable")
    page.run("window.back = true")
    page.ask_status()

    page.until(lambda: page.text("#status .state") == "running")
    page.until(lambda: "ops/release/rollback.md" in page.hits())
