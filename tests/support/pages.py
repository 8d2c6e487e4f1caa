"""Pages as a reader's browser takes them apart."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_VOID = frozenset({"meta", "br", "link", "img", "hr", "input"})
_FOREIGN = re.compile(r"https?:|//|url\(|@import|<script|<link|<img|<iframe|\bon[a-z]+=", re.IGNORECASE)


class _Checker(HTMLParser):
    """Every element is closed in the order it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and "style" not in self.open:
            self.texts.append(" ".join(data.split()))


def checked(page: str) -> _Checker:
    """The page taken apart, once it is known to be whole and to ask nothing of the network."""
    checker = _Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert page.startswith("<!doctype html>")
    assert not _FOREIGN.search(page)
    assert "prefers-color-scheme: dark" in page
    return checker


def checked_part(part: str) -> _Checker:
    """A piece of a page taken apart, once it is known to be whole."""
    checker = _Checker()
    checker.feed(part)
    checker.close()
    assert checker.open == []
    return checker
