"""A real Chromium without a window, and the page in it."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from grooveseek.server.ui.page import joined

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None,
    reason="needs chromium and chromedriver, Debian's packages chromium and chromium-driver; .ci/run installs them",
)

Scheme = Literal["light", "dark"]
T = TypeVar("T")


@contextmanager
def chromium(language: str = "en-US") -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for argument in (
        "--headless=new",
        # Tests may run as root, where its sandbox cannot; it opens this project's pages alone.
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
        f"--lang={language}",
        # Whatever it would ask the network for by itself stays unanswered.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


@dataclass
class Page:
    """The page of the server at `url`, as a person sees and uses it."""

    driver: Chrome
    url: str
    expected: set[int] = field(default_factory=set)
    """HTTP refusals the test provokes; Chromium writes each into its log."""

    def open(self, place: str = "") -> Page:
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/ui{place}")
        self.until(lambda: self.text("#status") not in ("", "asking …", "確認中…"))
        return self

    def scheme(self, scheme: Scheme) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def search(self, query: str) -> None:
        """Type `query` into the empty box and wait for its answer."""
        box = self.one("#query")
        box.clear()
        box.send_keys(query)
        self.answered()

    def ask_status(self) -> None:
        """Let the page ask for the server's status now, as it does when it is shown again."""
        self.run("document.dispatchEvent(new Event('visibilitychange'))")

    def pause(self, seconds: float) -> None:
        """Time in which something must not happen."""
        time.sleep(seconds)

    def answered(self) -> None:
        time.sleep(0.2)
        self.until(lambda: self.one("#list").get_attribute("aria-busy") is None and self.has("#summary .total"))

    def show_filters(self) -> None:
        self.one("#filters-button").click()
        self.until(lambda: self.one("#filters").is_displayed())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def choose(self, select: str, value: str) -> None:
        self.one(f"{select} option[value='{value}']").click()

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def has(self, css: str) -> bool:
        return bool(self.all(css))

    def one(self, css: str) -> WebElement:
        return self.until(lambda: next(iter(self.all(css)), None))

    def text(self, css: str) -> str:
        return self.texts(css)[0]

    def texts(self, css: str) -> list[str]:
        """Read at once, so that nothing is replaced between two of them."""
        found = self.run(f"return [...document.querySelectorAll({json.dumps(css)})].map((node) => node.innerText)")
        return [str(text).strip() for text in found]

    def focused(self) -> str:
        """The id, else the text, of what has the focus."""
        element = self.driver.switch_to.active_element
        return element.get_attribute("id") or element.text

    def instead(self, url: str, function: str, *arguments: object) -> None:
        """From now on the page's requests to `url` go to `function(ask, options, ...arguments)`; `ask()` asks."""
        self.run(
            f"""const real = fetch; const [url, ...given] = arguments;
            window.fetch = (asked, options) =>
              asked === url ? ({function})(() => real(asked, options), options, ...given) : real(asked, options);""",
            url,
            *arguments,
        )

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, said: Callable[[], T | None], seconds: float = 30) -> T:
        """What `said` gives as soon as it is true."""
        end = time.monotonic() + seconds
        while not (value := said()):
            assert time.monotonic() < end, f"still not so: {self.run('return document.body.innerText')}"
            time.sleep(0.03)
        return value

    def hits(self) -> list[str]:
        return self.texts(".hit .path")

    def complaints(self) -> list[str]:
        """Errors and warnings in the log of the browser, violations of the page's policy among them."""
        entries = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]  # type: ignore[no-untyped-call]
        known = [f"status of {status}" for status in self.expected]
        return [entry["message"] for entry in entries if not any(text in entry["message"] for text in known)]


def evaluated(driver: Chrome, modules: Sequence[str], expression: str, *arguments: object) -> Any:
    """`expression` over the page's own modules, in the order in which the page joins them; `arguments` is an array."""
    return driver.execute_script(f"{joined(modules)}return {expression};", *arguments)


ENTER, ESCAPE = Keys.ENTER, Keys.ESCAPE
UP, DOWN, LEFT, RIGHT = Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_RIGHT
