"""Areas are made of lines 10 points high, 14 apart, on a page whose text is 500 points wide."""

from __future__ import annotations

import pytest

from grooveseek.documents.pdf.columns import Area, reading_order, wide_gaps


def line(row: int, left: float, right: float) -> Area:
    return (left, 700 - 14 * row, right, 710 - 14 * row)


def across(rows: int, left_width: float = 230, right_width: float = 230, start: int = 0) -> list[Area]:
    """Two columns, drawn row by row."""
    return [
        area
        for row in range(start, start + rows)
        for area in (line(row, 0, left_width), line(row, 270, 270 + right_width))
    ]


def asked(areas: list[Area]) -> list[tuple[int, int]] | None:
    """Left and right edges of the areas that the text is taken from, in order."""
    taken: list[tuple[int, int]] = []

    def text_of(area: Area) -> str:
        taken.append((round(area[0]), round(area[2])))
        return "text"

    return taken if reading_order(areas, text_of) is not None else None


def test_columns_drawn_across_are_taken_one_after_the_other() -> None:
    assert asked(across(10)) == [(-1, 250), (250, 501)]


def test_a_title_over_both_columns_parts_the_page() -> None:
    areas = [line(0, 0, 500), *across(8, start=1), line(9, 0, 500), *across(8, start=10)]
    column_pair = [(-1, 250), (250, 501)]
    assert asked(areas) == [*column_pair, (-1, 501), *column_pair, (-1, 501), *column_pair]


def test_words_of_a_line_make_one_line() -> None:
    words = [area for row in range(8) for place in (0, 110, 270, 380) for area in [line(row, place, place + 105)]]
    assert asked(words) == [(-1, 242), (242, 486)]


@pytest.mark.parametrize(
    "areas",
    [
        [],
        across(5),
        [line(row, 0, 230) for row in range(10)] + [line(row, 270, 500) for row in range(10)],
        [line(row, 0, 500) for row in range(20)],
        across(10, left_width=60),
        [*across(10, right_width=60), line(10, 0, 500)],
        [area for row in range(10) for area in (line(row, 0, 200), line(row, 230, 400), line(row, 430, 500))],
        across(6) + [line(row, 0, 500) for row in range(6, 20)],
    ],
    ids=[
        "blank",
        "few lines",
        "drawn column by column",
        "one column",
        "a table by its first column",
        "a table by its second column",
        "three columns",
        "mostly one column",
    ],
)
def test_every_other_page_is_left_alone(areas: list[Area]) -> None:
    assert asked(areas) is None


def test_a_comma_makes_no_wide_gap() -> None:
    comma = (100.0, 700.0, 103.0, 703.0)
    assert wide_gaps([line(0, 0, 99), comma, line(0, 110, 200)]) == 0
    assert wide_gaps(across(3)) == 3
