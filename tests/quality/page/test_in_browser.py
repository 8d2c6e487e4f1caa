"""The pages of `eval` and `tune` in a real Chromium: nothing is cut off, whatever the window and the questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.page import run_to_page
from grooveseek.quality.tuning.grid import Condition
from grooveseek.quality.tuning.page import report_to_page
from grooveseek.quality.tuning.plan import Plan
from support.browser import Scheme, chromium, needs_chromium
from support.quality import asking, diagnostics, golden_set, result_of, run_of, tuning_report

pytestmark = [needs_chromium, pytest.mark.timeout(120)]

LONG = "コンポーネント間でデータを受け渡すときに使う方法の違いを、具体的な例を挙げて説明してください。" * 4
UNBROKEN = "a_word_without_any_opportunity_to_break_" * 5
FOLDERS = "/".join(["とても長い名前のフォルダ"] * 9) + "/終わり.md"


def evaluation() -> str:
    run = run_of(
        result_of(asking(LONG, FOLDERS, name=LONG), FOLDERS, "a.md"),
        result_of(asking(UNBROKEN, f"{UNBROKEN}.md"), f"{UNBROKEN}.md"),
        result_of(asking("算出プロパティ"), "a.md"),
    )
    return run_to_page(run, Comparison(run, run), (run, run))


def tuning() -> str:
    better = {Condition(5.0, 4.0, 0.5, 4.0): 1.0}
    report = tuning_report([better, {}, better], diagnostics=(diagnostics(LONG), diagnostics(UNBROKEN)))
    return report_to_page(
        report, Plan(golden_set(), (1, 5), 5), Path(f"/{UNBROKEN}/{FOLDERS}"), "multilingual-e5-small"
    )


PAGES = {"eval": evaluation, "tune": tuning}


@pytest.fixture(scope="module")
def driver() -> Iterator[Chrome]:
    with chromium() as made:
        yield made


def show(driver: Chrome, page: Path, width: int, scheme: Scheme) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get(page.as_uri())
    driver.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")


OVERFLOWING = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll("body *")]
  .filter((node) => !node.closest(".scroll > svg") && node.getBoundingClientRect().right > width + 1)
  .map((node) => node.outerHTML.slice(0, 80));
"""
NAMELESS = """
return [...document.querySelectorAll("svg")].filter(
  (node) => !node.getAttribute("aria-label") && node.firstElementChild?.tagName !== "title").length;
"""
SMALLEST_TEXT = """
return Math.min(...[...document.querySelectorAll("svg text")].map(
  (node) => parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a));
"""
CONTRAST = """
const light = (colour) => {
  const [r, g, b] = colour.match(/[0-9.]+/g).map((part) => (part / 255 <= 0.04045)
    ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const card = light(getComputedStyle(document.querySelector(".card")).backgroundColor);
return Math.min(...[...document.querySelectorAll("p, li, td, th, span, b, i, figcaption, h2, svg text")].map((node) => {
  const style = getComputedStyle(node);
  const ink = light(node instanceof SVGElement ? style.fill : style.color);
  return (Math.max(ink, card) + 0.05) / (Math.min(ink, card) + 0.05);
}));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 800, 1280])
@pytest.mark.parametrize("kind", PAGES)
def test_everything_is_in_reach_and_legible(
    driver: Chrome, tmp_path: Path, kind: str, width: int, scheme: Scheme
) -> None:
    page = tmp_path / f"{kind}.html"
    page.write_text(PAGES[kind](), "utf-8")
    show(driver, page, width, scheme)
    found: Any = driver.execute_script(OVERFLOWING)
    assert found == []
    assert driver.execute_script(SMALLEST_TEXT) >= 9
    assert driver.execute_script(CONTRAST) >= 4.5
    assert driver.execute_script(NAMELESS) == 0
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]
