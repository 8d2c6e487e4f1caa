from __future__ import annotations

from typing import Any

import pytest

from grooveseek.config.keys import Config
from grooveseek.config.reader import read_config


def test_an_empty_document_is_the_defaults() -> None:
    assert read_config({}) == (Config(), [])


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"modle": "bge-m3"}, "unknown key modle; did you mean model?"),
        ({"serch": {}}, "unknown key [serch]; did you mean search?"),
        ({"search": {"mmr": {"lamda": 0.5}}}, "unknown key search.mmr.lamda; did you mean search.mmr.lambda?"),
        ({"search": {"lambda": 0.5}}, "unknown key search.lambda; did you mean search.mmr.lambda?"),
        ({"debounce_ms": 5}, "unknown key debounce_ms; did you mean watch.debounce_ms?"),
        ({"watch": {"debounce": 5}}, "unknown key watch.debounce; did you mean watch.debounce_ms?"),
        ({"transport": {"http": {"host": "x"}}}, None),
        ({"watch": {"zzzqqx": 1}}, "unknown key watch.zzzqqx; known here: enabled, debounce_ms"),
        ({"a\nb": 1}, None),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(document: dict[str, Any], fault: str | None) -> None:
    (found,) = read_config(document)[1]
    assert fault is None or found == fault
    assert "\n" not in found


def test_every_fault_is_named_at_once() -> None:
    document = {"modle": 1, "search": {"mmr": {"lambda": 1.5}}, "watch": 3}
    assert read_config(document)[1] == [
        "unknown key modle; did you mean model?",
        "search.mmr.lambda = 1.5 is not allowed: write a number from 0 to 1",
        "watch = 3 is not allowed: write a table, [watch]",
    ]


def test_a_secret_of_the_wrong_type_is_not_shown() -> None:
    (fault,) = read_config({"embedding": {"api_key": 12345}})[1]
    assert "12345" not in fault


def test_the_value_of_an_unknown_key_is_not_shown() -> None:
    (fault,) = read_config({"embedding": {"api_kye": "sk-123"}})[1]
    assert "sk-123" not in fault
    assert "embedding.api_key" in fault
