from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from grooveseek.server.backend import Opened
from support.browser import Page, chromium
from support.notes import NOTES
from support.server import HttpServer, backend_of, example_base, http_server


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    opened = example_base(tmp_path_factory.mktemp("ui"), NOTES)
    yield opened
    opened.index.close()


@pytest.fixture(scope="session")
def server(notes: Opened) -> Iterator[HttpServer]:
    with http_server(backend_of(notes)) as running:
        yield running


@pytest.fixture(scope="session")
def driver() -> Iterator[Chrome]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(driver: Chrome, server: HttpServer) -> Iterator[Page]:
    """The page just opened; whatever a test does in it, the browser must have nothing to complain of."""
    page = Page(driver, server.url)
    page.scheme("light")
    driver.get_log("browser")  # type: ignore[no-untyped-call]
    page.open()
    yield page
    assert page.complaints() == []
