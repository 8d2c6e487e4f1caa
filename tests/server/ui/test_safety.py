from __future__ import annotations

from typing import Literal

import pytest

from support.browser import ENTER, Page, needs_chromium
from support.notes import HOSTILE

pytestmark = needs_chromium


def foreign_elements(page: Page) -> list[str]:
    """Elements that only a note could have made, anywhere on the page."""
    return list(
        page.run(
            """return [...document.querySelectorAll("img, b:not(.low b), iframe, body script:not([type=module])")]
            .map((node) => node.outerHTML)"""
        )
    )


def test_markup_and_script_of_a_note_stay_text_everywhere(page: Page) -> None:
    page.until(lambda: page.has("#home .group"))
    assert any(HOSTILE in title for title in page.texts("#home .link"))
    page.search("markupword")
    assert page.text(".hit:first-child h3 a") == HOSTILE
    assert page.texts(".hit:first-child .chip") == ["<i>topic</i>", "<b>bold</b>"]
    assert HOSTILE in page.text(".hit:first-child .excerpt")
    page.press(ENTER)
    page.until(lambda: page.has(".lines"))
    assert page.text(".about h2") == HOSTILE
    assert f"markupword {HOSTILE} [link](javascript:alert(1)) &amp; &lt;" in page.texts(".line")
    page.one("#tab-graph").click()
    page.until(lambda: page.has(".node.start"))
    assert page.text(".about-node h3").startswith(HOSTILE)

    assert foreign_elements(page) == []
    assert page.driver.title == "markupword · GrooveSeek"
    assert page.run("return [...document.querySelectorAll('a')].every((link) => link.href.startsWith(location.origin))")


def test_a_place_in_the_address_is_text_too(page: Page) -> None:
    page.open("#document=%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E&topic=%3Cb%3Ex%3C%2Fb%3E&query=%3Cb%3Ey")
    page.until(lambda: page.has("#pane .failure"))
    page.answered()

    assert foreign_elements(page) == []
    assert page.driver.title == "<b>y · GrooveSeek"


def test_only_this_server_is_asked(page: Page) -> None:
    page.search("rollback")
    page.press(ENTER)
    page.until(lambda: page.has(".lines"))
    asked = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")

    assert {name.removeprefix(page.url) for name in asked} == {"/mcp", "/api/admin/status"}


def test_the_policy_would_stop_what_slipped_through(page: Page) -> None:
    violated = page.driver.execute_async_script(
        """const done = arguments[0];
        addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
        document.body.append(Object.assign(new Image(), {src: "http://localhost:9/x.png"}));"""
    )

    assert violated == "img-src"
    assert any("Content Security Policy" in complaint for complaint in page.complaints())


LEGIBLE = [
    *(("ink", ground) for ground in ("paper", "surface", "raised", "accent-soft", "warn-soft", "found")),
    *(("quiet", ground) for ground in ("paper", "surface", "raised", "found")),
    ("accent", "surface"),
    ("accent-ink", "accent"),
    ("mark-ink", "mark"),
    ("bad", "paper"),
]
"""Text on its ground, by the names the page gives its colours."""


def luminance(colour: str) -> float:
    digits = colour.strip().removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[index : index + 2], 16) / 255 for index in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_legible_in_light_and_dark(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.scheme(scheme)
    colours = page.run(
        """const style = getComputedStyle(document.documentElement);
        return Object.fromEntries(arguments[0].map((name) => [name, style.getPropertyValue(`--${name}`)]))""",
        sorted({name for pair in LEGIBLE for name in pair}),
    )
    for text, ground in LEGIBLE:
        lighter, darker = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (text, ground)
    background = page.run("return getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(244, 245, 242)", "dark": "rgb(17, 24, 26)"}[scheme]


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_is_cut_off_at_the_side(page: Page, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.search("rollback")
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
        page.press(ENTER)
        page.until(lambda: page.has(".lines"))
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
        assert page.one("#pane").is_displayed()
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
