from __future__ import annotations

from typing import Any

import pytest

from support.browser import Page, needs_chromium

pytestmark = needs_chromium

STATUS: dict[str, Any] = {
    "daemon": {"version": "1.2.3", "pid": 4711, "uptime_secs": 7300, "started_at": "2026-01-01T00:00:00Z"},
    "indexing": {"active": False, "started_at": None, "progress": None},
    "watcher": {"active": True, "debounce_ms": 500, "queue_length": 0, "overflows": 0},
    "kb": {"documents": 1234, "chunks": 5678, "model": "multilingual-e5-small"},
    "config_source": "Cwd",
}


BAND = [
    "running",
    "v1.2.3",
    "1,234 documents",
    "5,678 chunks",
    "multilingual-e5-small",
    "following changes (500 ms)",
    "up 2 hr",
    "pid 4711",
]

PROGRESS = {"active": True, "started_at": "2026-01-01T00:00:00Z", "progress": {"current": 3, "total": 40}}

FALLEN_BEHIND = {"active": True, "debounce_ms": 500, "queue_length": 1200, "overflows": 1}


def answer_with(page: Page, status: object) -> None:
    """From now on the page gets this as the server's status."""
    page.instead("/api/admin/status", "async (ask, options, status) => Response.json(status)", status)
    page.ask_status()


@pytest.mark.parametrize(
    ("changes", "band"),
    [
        ({}, BAND),
        ({"indexing": PROGRESS}, ["indexing 3 / 40", *BAND[1:]]),
        ({"watcher": FALLEN_BEHIND}, [*BAND[:6], "changes waiting: 1,200", *BAND[6:]]),
        (
            {"kb": {"documents": None, "chunks": None, "model": None}, "watcher": {"active": False, "debounce_ms": 1}},
            ["running", "v1.2.3", "? documents", "? chunks", "?", "not following changes", "up 2 hr", "pid 4711"],
        ),
    ],
)
def test_the_band_says_how_the_server_is(page: Page, changes: dict[str, Any], band: list[str]) -> None:
    answer_with(page, {**STATUS, **changes})
    page.until(lambda: "v1.2.3" in page.texts("#status > span"))

    assert [" ".join(text.split()) for text in page.texts("#status > span")] == band


def test_the_band_of_this_server(page: Page) -> None:
    page.until(lambda: "hash" in page.texts("#status > span"))
    documents = page.run("return fetch('/api/admin/status').then((reply) => reply.json())")["kb"]["documents"]

    assert f"{documents} documents" in page.texts("#status > span")


def test_what_there_is_is_asked_again_when_it_changes(page: Page) -> None:
    page.until(lambda: page.has("#home .group"))
    page.run("document.querySelector('#home').replaceChildren()")
    answer_with(page, {**STATUS, "kb": {**STATUS["kb"], "documents": 7}})

    page.until(lambda: page.has("#home .group"))
