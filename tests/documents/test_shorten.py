from __future__ import annotations

import pytest

from grooveseek.documents.shorten import shorten


@pytest.mark.parametrize(
    ("text", "limit", "shortened"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "abc"),
        ("ab\u304b\u3099", 3, "ab"),
        ("ab\u304b\u3099", 4, "ab\u304b\u3099"),
        ("ab\u304b\u3099c", 4, "ab\u304b\u3099"),
        ("a" + "\u0301" * 10, 4, "a" + "\u0301" * 3),
    ],
)
def test_the_longest_beginning_between_two_characters(text: str, limit: int, shortened: str) -> None:
    assert shorten(text, limit) == shortened
