from __future__ import annotations

import tomllib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.config.shown import printable, shown, toml_value


def test_control_characters_cannot_reach_a_terminal() -> None:
    assert printable("a\x1b[31mb\nc\u202ed") == "a\\x1b[31mb\\nc\\u202ed"
    assert printable("日記 é") == "日記 é"


def test_blanks_and_joiners_of_ordinary_names_stay() -> None:
    # `str.isprintable` denies them.
    name = "議事録\u300012月 n\u00a0o 👩\u200d🌾.md"
    assert printable(name) == name


@given(st.text())
def test_a_shown_value_is_one_printable_line(text: str) -> None:
    assert len(shown(text).splitlines()) == 1
    assert not {unicodedata.category(char) for char in shown(text)} & {"Cc", "Zl", "Zp", "Cs"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (float("inf"), "inf"),
        ("x", '"x"'),
        (["a", 1], '["a", 1]'),
        ({"a": [1], "b": {"c": True}}, "{ a = [1], b = { c = true } }"),
    ],
)
def test_values_look_as_toml_writes_them(value: object, text: str) -> None:
    assert toml_value(value) == text
    assert tomllib.loads(f"x = {text}")["x"] == value


@pytest.mark.parametrize("url", ["http://u:p@h/v1", "https://token@h", "http://u:p/w@h/x"])
def test_credentials_in_a_url_are_hidden(url: str) -> None:
    text = shown([url])
    assert "(hidden)@h" in text
    assert "u:p" not in text
    assert "token" not in text


def test_a_long_value_is_cut() -> None:
    assert len(shown("x" * 1000)) == 200
