from __future__ import annotations

from grooveseek.quality.page.shell import facts, figure, page, table
from support.pages import checked, checked_part


def test_a_page_is_whole_and_needs_nothing_from_elsewhere() -> None:
    taken = checked(page("A <title> & more", "<h1>One</h1>", "", "<p>Two</p>"))
    assert taken.texts == ["A <title> & more", "One", "Two"]


def test_names_and_values_are_text() -> None:
    assert checked_part(facts([("a", "<b>"), ("c & d", "e")])).texts == ["a", "<b>", "c & d", "e"]


def test_cells_are_html_and_heads_are_text() -> None:
    part = table([("n < m", True), ("name", False)], [("1", "<code>x</code>"), ("2", "y")])
    taken = checked_part(part)
    assert taken.texts == ["n < m", "name", "1", "x", "2", "y"]
    assert part.count('<td class="number" data-head="n &lt; m">') == 2


def test_a_figure_has_its_caption_and_can_be_moved_by_keys() -> None:
    part = figure("<svg></svg>", "a < b")
    assert checked_part(part).texts == ["a < b"]
    assert '<div class="scroll" tabindex="0"><svg></svg></div>' in part
