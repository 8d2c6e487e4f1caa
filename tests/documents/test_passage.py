from __future__ import annotations

import pytest

from grooveseek.documents.document import Chunk
from grooveseek.documents.passage import ContextMode, passage, passage_key

CHUNK = Chunk(index=0, content="Some text.", heading="Detail", breadcrumb="T > Above > Detail")


@pytest.mark.parametrize(
    ("title", "chunk", "mode", "expected"),
    [
        ("T", CHUNK, "off", "T > Detail\n\nSome text."),
        (None, CHUNK, "off", "Detail\n\nSome text."),
        ("Detail", CHUNK, "off", "Detail\n\nSome text."),
        ("T", CHUNK, "static", "T > Above > Detail\n\nSome text."),
        (None, Chunk(index=0, content="Some text."), "off", "Some text."),
        (" ", Chunk(index=0, content="Some text."), "static", "Some text."),
    ],
)
def test_context_and_content(title: str | None, chunk: Chunk, mode: ContextMode, expected: str) -> None:
    assert passage(title, chunk, mode) == expected


def test_a_title_is_cut_like_a_breadcrumb() -> None:
    assert passage("t" * 1000, Chunk(index=0, content="x"), "off") == "t" * 200 + "\n\nx"


def test_packed_data_is_cut() -> None:
    assert passage(None, Chunk(index=0, content="key " + "A1" * 50), "off") == "key A1A1A1A1A1A1A1A1…"


def test_equal_passages_have_equal_keys() -> None:
    assert passage_key("a") == passage_key("a")
    assert passage_key("a") != passage_key("b")
    assert len(passage_key("\ud800")) == 16
