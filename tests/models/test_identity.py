"""What an index records of the model that made its vectors."""

from __future__ import annotations

import hashlib

import pytest

from grooveseek.models.identity import http_identity


@pytest.mark.parametrize(
    ("document", "query", "dimension", "identity"),
    [
        ("document-model", "query-model", 768, "openai-compatible:document-model|query-model:62f629b83987"),
        ("m", "m", 384, "openai-compatible:m|m:51ccb6a47e20"),
        ("  m\t", " m ", 384, "openai-compatible:m|m:51ccb6a47e20"),
    ],
)
def test_worked_examples(document: str, query: str, dimension: int, identity: str) -> None:
    assert http_identity(document, query, dimension) == identity


def test_lengths_count_bytes() -> None:
    document = "文書".encode()
    bytes_ = (
        len(document).to_bytes(8, "little") + document + (1).to_bytes(8, "little") + b"q" + (2).to_bytes(8, "little")
    )
    expected = hashlib.sha256(bytes_).hexdigest()[:12]
    assert http_identity("文書", "q", 2) == f"openai-compatible:文書|q:{expected}"


def test_names_that_hold_the_separator_are_told_apart() -> None:
    assert http_identity("a|b", "c", 1) != http_identity("a", "b|c", 1)


def test_another_dimension_is_another_identity() -> None:
    assert http_identity("m", "m", 384) != http_identity("m", "m", 385)
