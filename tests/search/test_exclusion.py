from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.search.exclusion import holds_any
from support.search import PLAIN_CHUNK


@pytest.mark.parametrize("column", ["heading", "breadcrumb", "content"])
def test_a_phrase_in_any_judged_column_counts(column: str) -> None:
    chunk = replace(PLAIN_CHUNK, **{column: "About ＡＳＹＮＣ code"})  # type: ignore[arg-type]

    assert holds_any(("async",), "static", chunk)
    assert not holds_any(("sync io",), "static", chunk)


@pytest.mark.parametrize("column", ["title", "path"])
def test_title_and_path_are_not_judged(column: str) -> None:
    chunk = replace(PLAIN_CHUNK, **{column: "async"})  # type: ignore[arg-type]

    assert not holds_any(("async",), "static", chunk)


def test_nothing_is_excluded_without_phrases() -> None:
    assert not holds_any((), "static", replace(PLAIN_CHUNK, content="anything"))


def test_the_breadcrumb_is_judged_where_it_is_indexed_as_context() -> None:
    chunk = replace(PLAIN_CHUNK, breadcrumb="Guide > Async")

    assert holds_any(("async",), "static", chunk)
    assert not holds_any(("async",), "off", chunk)
