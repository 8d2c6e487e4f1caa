from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.documents.frontmatter.values import MAX_ITEMS, Opaque, Scalar, ScalarList, YamlError, read_pairs


def test_pairs_keep_order_and_repetition() -> None:
    assert read_pairs("b: 1\na: 'x'\nb: [y, ~]\n") == [
        ("b", Scalar("1", is_plain=True)),
        ("a", Scalar("x", is_plain=False)),
        ("b", ScalarList((Scalar("y", is_plain=True), None))),
    ]


def test_a_key_that_is_no_text_names_nothing() -> None:
    assert read_pairs("? [a]\n: b\n~: c\nd: {e: f}\n") == [("d", Opaque("mapping"))]


def test_the_number_of_values_is_bounded() -> None:
    with pytest.raises(YamlError, match=f"^more than {MAX_ITEMS} values$"):
        read_pairs("a: [" + "x," * (MAX_ITEMS + 1) + "]")


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_any_text_gives_pairs_or_one_line_of_reason(text: str) -> None:
    reason = "none"
    try:
        read_pairs(text)
    except YamlError as error:
        reason = str(error)
    assert reason
    assert "\n" not in reason
