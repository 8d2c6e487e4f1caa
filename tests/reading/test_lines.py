from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.errors import InvalidRequestError
from grooveseek.reading.lines import LineRange, LinesRead, line_range, take_lines


@pytest.mark.parametrize(
    ("text", "wanted", "content", "lines"),
    [
        ("a\nb\nc\n", LineRange(2, 2), "b\n", LinesRead(2, 2, 3)),
        ("a\nb\nc", LineRange(2), "b\nc", LinesRead(2, 3, 3)),
        ("a\r\nb\rc", LineRange(1, 2), "a\r\nb\r", LinesRead(1, 2, 3)),
        ("a\u2028b\x0cc\n", LineRange(1, 1), "a\u2028b\x0cc\n", LinesRead(1, 1, 1)),
        ("a\n\nb", LineRange(2, 9), "\nb", LinesRead(2, 3, 3)),
        ("", LineRange(), "", LinesRead(1, 1, 1)),
    ],
)
def test_lines_end_where_an_editor_ends_them(text: str, wanted: LineRange, content: str, lines: LinesRead) -> None:
    assert take_lines(text, wanted) == (content, lines)


def test_no_bound_is_no_range() -> None:
    assert line_range(None, None) is None
    assert line_range(3, None) == LineRange(3)
    assert line_range(None, 3) == LineRange(1, 3)


@pytest.mark.parametrize(
    ("start", "end", "named"),
    [(0, None, "start_line"), (None, 0, "end_line"), (-5, 2, "start_line"), (3, 2, "end_line")],
)
def test_a_range_without_a_line_is_refused_by_name(start: int | None, end: int | None, named: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"`{named}`"):
        line_range(start, end)


@given(st.text(alphabet="a\r\n日", max_size=30))
def test_all_lines_together_are_the_text(text: str) -> None:
    _, whole = take_lines(text, LineRange())

    parts = [take_lines(text, LineRange(number, number))[0] for number in range(1, whole.total + 1)]

    assert "".join(parts) == text
