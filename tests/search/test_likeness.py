from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.likeness import nearest

PATHS = ("guide/setup.md", "guide/set-up-ci.md", "notes/2026/復旧手順.md", "archive/old.md")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("guide/setpu.md", "guide/setup.md"),
        ("Guide/Setup.md", "guide/setup.md"),
        ("setup.md", "guide/setup.md"),
        ("elsewhere/deep/setup.md", "guide/setup.md"),
        ("guide/set_up_ci.md", "guide/set-up-ci.md"),
        ("復旧手順", "notes/2026/復旧手順.md"),
        ("guide//setup.md", "guide/setup.md"),
    ],
)
def test_a_path_spelled_otherwise_is_found(wanted: str, found: str) -> None:
    assert nearest(wanted, PATHS)[0] == found


@pytest.mark.parametrize("wanted", ["", "/", "../../etc/passwd", "zzzqqx", "zzzqqx.md"])
def test_what_resembles_nothing_gets_no_suggestion(wanted: str) -> None:
    assert nearest(wanted, PATHS) == ()


def test_an_extension_alone_is_no_likeness() -> None:
    assert nearest("no-such.md", ["a.md", "n0.md", "x/b.md"]) == ()
    assert nearest("n0.markdown", ["a.md", "n0.md", "x/b.md"]) == ("n0.md",)


def test_at_most_three_are_named_and_the_most_alike_first() -> None:
    names = ["topic", "topics", "topical", "topic-a", "tropics"]

    assert nearest("topicz", names) == ("topic", "topics", "topic-a")


@given(st.text(max_size=8), st.lists(st.text(max_size=8), max_size=5))
def test_only_existing_names_are_suggested_each_once(wanted: str, known: list[str]) -> None:
    found = nearest(wanted, known)

    assert set(found) <= set(known)
    assert len(set(found)) == len(found) <= 3
