"""The pages that explain the examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.paths import REPOSITORY
from support.recipes import EXAMPLES

PAGES = [REPOSITORY / "docs" / name for name in ("clients.md", "deployment.md")]


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text("utf-8"))
    assert links
    for path, anchor in links:
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), anchor


def test_every_example_is_explained() -> None:
    explained = "".join(page.read_text("utf-8") for page in PAGES)
    files = [file for file in EXAMPLES.rglob("*") if file.is_file() and file.parent.name != "clients"]
    hidden = {"Containerfile.dockerignore"}

    assert [file.name for file in files if file.name not in hidden and file.name not in explained] == []
