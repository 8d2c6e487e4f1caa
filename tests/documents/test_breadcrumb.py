from __future__ import annotations

from grooveseek.documents.breadcrumb import breadcrumb


def test_title_ancestry_and_heading_in_order() -> None:
    assert breadcrumb("T", ("Secret",), "Detail") == "T > Secret > Detail"


def test_blank_parts_and_immediate_repetitions_are_left_out() -> None:
    assert breadcrumb(" Guide ", ("Guide", "  ", "Run"), "Guide") == "Guide > Run > Guide"


def test_nothing_to_say() -> None:
    assert breadcrumb(None, (), None) == ""


def test_it_is_cut_to_two_hundred_characters() -> None:
    assert breadcrumb("a" * 150, (), "b" * 150) == "a" * 150 + " > " + "b" * 47


def test_the_cut_leaves_characters_whole() -> None:
    family = "👨‍👩‍👧"
    assert breadcrumb("a" * 197 + family) == "a" * 197
