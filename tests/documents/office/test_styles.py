from __future__ import annotations

import pytest

from grooveseek.documents.office.styles import Style, StyleTable, heading_in_name, heading_number
from grooveseek.documents.office.xml import read_xml
from support.office import style, word


def table(*styles: str) -> dict[str, Style]:
    handler = StyleTable()
    assert read_xml(word("styles", "".join(styles)).encode(), handler) is None
    return handler.styles


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("heading 1", 1),
        ("Heading1", 1),
        ("HEADING  12", 12),
        ("heading 255", 255),
        ("heading 256", None),
        ("heading 0", None),
        ("heading", None),
        ("heading 1 bold", None),
        ("sub heading 1", None),
        ("見出し 1", None),
        ("heading １", None),
    ],
)
def test_heading_in_name(name: str, number: int | None) -> None:
    assert heading_in_name(name) == number


def test_a_style_is_a_heading_by_its_name_and_not_by_its_id() -> None:
    styles = table(style("1", "heading 1"), style("Heading2", "Body"))
    assert heading_number("1", styles) == 1
    assert heading_number("Heading2", styles) is None


def test_a_style_is_a_heading_by_what_it_is_based_on() -> None:
    styles = table(style("1", "heading 1"), style("MyHead", "My head", "1"), style("Mine", "Mine", "MyHead"))
    assert heading_number("MyHead", styles) == 1
    assert heading_number("Mine", styles) == 1


def test_the_outline_level_of_body_text_ends_being_a_heading() -> None:
    styles = table(
        style("1", "heading 1", outline=0),
        style("body", "Looks like one", "1", outline=9),
        style("below", "Below", "body"),
        style("again", "Again", "body", outline=2),
        style("own", "heading 2", "1", outline=9),
    )
    assert heading_number("body", styles) is None
    assert heading_number("below", styles) is None
    assert heading_number("again", styles) == 1
    assert heading_number("own", styles) == 2


def test_an_outline_level_alone_makes_no_heading() -> None:
    assert heading_number("a", table(style("a", "Plain", outline=0))) is None


def test_a_circle_ends() -> None:
    assert heading_number("a", table(style("a", "A", "b"), style("b", "B", "a"))) is None


@pytest.mark.parametrize(("steps", "number"), [(15, 1), (16, None)])
def test_the_way_is_followed_over_sixteen_styles(steps: int, number: int | None) -> None:
    chain = [style(f"s{place}", f"S {place}", f"s{place + 1}") for place in range(steps)]
    assert heading_number("s0", table(*chain, style(f"s{steps}", "heading 1"))) == number


def test_the_first_definition_of_an_id_wins() -> None:
    styles = table(style("a", "heading 1"), style("a", "heading 2"))
    assert heading_number("a", styles) == 1


def test_a_style_without_a_name_is_named_by_its_id() -> None:
    assert heading_number("Heading3", table(style("Heading3"))) == 3
    assert heading_number("Heading3", table(style("Heading3", ""))) == 3


def test_only_paragraph_styles_directly_below_the_root_count() -> None:
    character = style("a", "heading 1").replace("paragraph", "character")
    untyped = style("b", "heading 1").replace('w:type="paragraph" ', "")
    assert set(table(character, untyped, f"<w:group>{style('c', 'heading 1')}</w:group>")) == {"b"}
