from __future__ import annotations

from bisect import bisect_right

from hypothesis import given
from hypothesis import strategies as st

from grooveseek.documents.html.shown import Shown


def test_lines_lose_their_edges_and_blank_ones_are_taken_once() -> None:
    shown = Shown()
    shown.put_folded("  a \n b  ", 3)
    shown.put("\n\n", 4, 4)
    shown.put("\n\n", 4, 4)
    shown.put_preformatted("\n  c\nd\n", 5)
    assert shown.as_text() == ("a b\n\n  c\nd", [(0, 3, 3), (1, 4, 4), (5, 6, 6), (9, 7, 7)])


def test_a_mark_stands_where_the_lines_change_and_only_there() -> None:
    shown = Shown()
    for word in ("a", " ", "b"):
        shown.put(word, 7, 7)
    shown.put("c", 7, 9)
    assert shown.as_text() == ("a bc", [(0, 7, 7), (3, 7, 9)])


def test_on_one_line() -> None:
    shown = Shown()
    shown.put_folded(" A\n heading ", 1)
    assert shown.on_one_line() == "A heading"


def test_nothing_shows_nothing() -> None:
    assert Shown().as_text() == ("", [])


@given(st.lists(st.tuples(st.booleans(), st.text(" \nab語\u3000\u2028\t", max_size=12)), max_size=8))
def test_every_visible_character_is_on_the_line_its_mark_says(texts: list[tuple[bool, str]]) -> None:
    """Each text has a letter of its own, so that it is known where it came from."""
    shown, line = Shown(), 1
    origin: dict[str, set[int]] = {}
    for number, (folded, text) in enumerate(texts):
        own = text.replace("a", chr(0xE000 + 2 * number)).replace("b", chr(0xE001 + 2 * number))
        for place, raw in enumerate(own.split("\n")):
            for character in raw:
                origin.setdefault(character, set()).add(line + place)
        (shown.put_folded if folded else shown.put_preformatted)(own, line)
        line += own.count("\n")
    text, marks = shown.as_text()
    starts = [mark[0] for mark in marks]
    for offset, character in enumerate(text):
        if not character.isspace():
            _, first, last = marks[bisect_right(starts, offset) - 1]
            assert first == last
            assert first in origin[character]
