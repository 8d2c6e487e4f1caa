from __future__ import annotations

import pytest

from grooveseek.documents.spans import LineNumbers, trimmed


@pytest.mark.parametrize(
    ("text", "span", "content"),
    [
        ("\n \n  a\nb \n\n", (0, 11), "  a\nb"),
        ("ab", (1, 2), "b"),
        ("\n \t\n  ", (0, 6), ""),
        ("", (0, 0), ""),
    ],
)
def test_blank_lines_around_the_content_go(text: str, span: tuple[int, int], content: str) -> None:
    assert text[slice(*trimmed(text, span))] == content


def test_lines_count_from_one_and_include_both_ends() -> None:
    numbers = LineNumbers("a\nbb\n\nc")
    assert [numbers.of(offset) for offset in range(7)] == [1, 1, 2, 2, 2, 3, 4]
    assert numbers.range((2, 5)) == (2, 2)
    assert numbers.range((2, 7)) == (2, 4)
    assert numbers.range((2, 2)) == (2, 2)


def test_lines_count_from_where_the_text_starts_in_the_file() -> None:
    assert LineNumbers("a\nb", first_line=5).range((0, 3)) == (5, 6)
