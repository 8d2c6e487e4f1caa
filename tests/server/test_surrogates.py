from __future__ import annotations

import json

import pytest

from grooveseek.server.surrogates import has_lone_surrogate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r'"\ud800"', True),
        (r'{"a": ["\uDFFF"]}', True),
        (r'{"\uDBFF": 1}', True),
        (r'"\ud83d\ude00"', False),
        (r'"\\ud800"', False),
        ('"😀"', False),
        (r'"\u00e9"', False),
    ],
)
def test_only_half_a_pair_is_alone(text: str, expected: bool) -> None:
    assert has_lone_surrogate(text, json.loads(text)) is expected


@pytest.mark.parametrize(("innermost", "expected"), [("\ud800", True), ("\U0001f600", False)])
def test_no_depth_is_too_deep_to_look_into(innermost: str, expected: bool) -> None:
    nested: object = innermost
    for level in range(10_000):
        nested = [nested] if level % 2 else {"a": nested}
    assert has_lone_surrogate(r"\ud83d", nested) is expected
