from __future__ import annotations

import datetime

import pytest

from grooveseek.documents.office.cells import Cell, _text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a", "a"),
        ("", ""),
        (" a  b ", " a  b "),
        ("a\r\nb\tc", "a b c"),
        (1.0, "1"),
        (-0.5, "-0.5"),
        (1e21, "1e+21"),
        (True, "TRUE"),
        (datetime.date(2026, 4, 10), "2026-04-10"),
        (datetime.datetime(2026, 4, 10, 9, 5, 0, 999), "2026-04-10 09:05:00"),  # noqa: DTZ001
        (datetime.time(9, 30), "09:30:00"),
        (datetime.timedelta(hours=30), "1 day, 6:00:00"),
    ],
)
def test_a_cell_as_text(cell: Cell, text: str) -> None:
    assert _text(cell) == text
