from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.answer import Answer, FilterApplied, Hit, Lines, Span
from grooveseek.server.reply_budget import MIN_SHARE_BYTES, within_budget


def answer(*contents: str) -> Answer:
    hits = tuple(
        Hit(number, 1.0, f"{number}.md", None, None, None, None, (), content) for number, content in enumerate(contents)
    )
    return Answer(hits, False, FilterApplied())


def test_a_small_answer_is_left_alone() -> None:
    small = answer("a" * 500, "b" * 500)

    assert within_budget(small, 1000) is small


def test_the_longest_are_cut_to_one_length_and_marked() -> None:
    cut = within_budget(answer("a" * 300, "b" * 5000, "c" * 5000), 2300)

    assert [len(hit.content) for hit in cut.hits] == [300, 1000, 1000]
    assert [hit.truncated for hit in cut.hits] == [False, True, True]
    assert [notice.code for notice in cut.notices] == ["content-cut"]
    assert "2 excerpts" in cut.notices[0].message


def test_every_hit_keeps_a_readable_beginning() -> None:
    cut = within_budget(answer(*["x" * 1000] * 100), 1000)

    assert {len(hit.content) for hit in cut.hits} == {MIN_SHARE_BYTES}


def test_spans_and_lines_follow_the_cut() -> None:
    (hit,) = answer("word\n" * 200).hits
    whole = Hit(
        **{
            **{name: getattr(hit, name) for name in Hit.__slots__},
            "match_spans": (Span(0, 4), Span(495, 500), Span(900, 904)),
            "highlights": None,
            "lines": Lines(11, 210),
        }
    )

    (cut,) = within_budget(Answer((whole,), False, FilterApplied()), 498).hits

    assert cut.match_spans == (Span(0, 4),)
    assert cut.highlights is None
    assert cut.lines == Lines(11, 110)


@pytest.mark.parametrize("character", ["日", "👨‍👩‍👧", "か\u3099"])
def test_no_character_is_cut_in_half(character: str) -> None:
    for budget in range(200, 230):
        (cut,) = within_budget(answer(character * 400), budget).hits

        assert cut.content == character * (len(cut.content) // len(character))


@given(st.lists(st.text(max_size=600), max_size=6), st.integers(1200, 3000))
def test_no_answer_exceeds_its_budget(contents: list[str], budget: int) -> None:
    cut = within_budget(answer(*contents), budget)

    assert sum(len(hit.content.encode()) for hit in cut.hits) <= budget
    assert all(whole.startswith(hit.content) for whole, hit in zip(contents, cut.hits, strict=True))
