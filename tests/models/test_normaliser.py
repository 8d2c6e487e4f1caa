"""Sentencepiece's normalisation, read from its own table."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.models.normaliser import Normaliser

TABLE: bytes = import_module("e5_conversion.tokenizer")._character_map()
LATER: str = import_module("e5_conversion.charsmap").later_characters(TABLE)
NORMALISE = Normaliser(memoryview(TABLE), LATER)


@pytest.fixture(scope="module")
def reference() -> Any:
    return sentencepiece.SentencePieceNormalizer(
        rule_name="nmt_nfkc", add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("plain", "plain"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "Full width"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("か\u3099", "が"),
        ("①½ﬁ", "11⁄2fi"),
        ("a\tb\nc", "a b c"),
        ("zero\u200bwidth", "zero width"),
        ("\u0007bell", "bell"),
        ("각", "각"),
        ("", ""),
    ],
)
def test_known_replacements(text: str, normal: str) -> None:
    assert NORMALISE(text) == normal


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    st.lists(st.sampled_from(LATER) | st.sampled_from("aeoかはウ각ᄀกक ") | st.characters(codec="utf-8"), max_size=20)
)
def test_any_text_is_normalised_alike(reference: Any, characters: list[str]) -> None:
    text = "".join(characters)
    assert NORMALISE(text) == reference.normalize(text)
