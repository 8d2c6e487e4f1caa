from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.answer import Answer, Cut, FilterApplied, Hit, Lines, Span
from grooveseek.search.wire import answer_to_wire
from grooveseek.server.replies import Reply
from grooveseek.server.reply_budget import BEGINNING_BYTES, within_budget

ALONE = 1500
"""What a hit takes at most beside its content, here."""


def answer(*contents: str) -> Answer:
    hits = tuple(
        Hit(number, 1.0, f"{number}.md", None, None, None, None, (), content) for number, content in enumerate(contents)
    )
    return Answer(hits, False, FilterApplied())


def reply_size(given: Answer) -> int:
    return len(Reply(answer_to_wire(given)).text.encode())


@pytest.mark.parametrize("budget", [100_000, 0])
def test_an_answer_that_fits_or_has_no_budget_is_left_alone(budget: int) -> None:
    whole = answer("a" * 500, "b" * 5000)

    assert within_budget(whole, budget) is whole


def test_what_is_said_twice_goes_before_anything_is_cut() -> None:
    spans = tuple(Span(at, at + 3) for at in range(0, 300, 6))
    (hit,) = answer("abc   " * 60).hits
    twice = replace(hit, match_spans=spans, highlights=spans)
    other = replace(hit, match_spans=None, highlights=spans)
    whole = Answer((twice, other), False, FilterApplied())
    once = Answer((replace(twice, highlights=None), other), False, FilterApplied())

    assert within_budget(whole, reply_size(whole)) is whole
    assert within_budget(whole, reply_size(once)) == once


def test_the_lower_hits_are_cut_first() -> None:
    cut = within_budget(answer("a" * 3000, "b" * 3000, "c" * 3000), 5500)

    assert [hit.cut is not None for hit in cut.hits] == [False, True, True]
    assert len(cut.hits[2].content) == BEGINNING_BYTES < len(cut.hits[1].content) < 3000
    assert reply_size(cut) - reply_size(answer()) <= 5500 + 500
    assert [notice.code for notice in cut.notices] == ["content-cut"]
    assert "2 of 3 excerpts" in cut.notices[0].message


def test_no_more_is_cut_than_has_to_be() -> None:
    cut = within_budget(answer("a" * 3000, "b" * 3000), 5500)

    assert sum(len(hit.content) for hit in cut.hits) > 5500 - 2 * ALONE
    assert cut.hits[0].content == "a" * 3000


def test_every_hit_keeps_its_beginning_as_long_as_there_is_something_else_to_cut() -> None:
    cut = within_budget(answer(*["x" * 3000] * 10), 8000)

    assert [len(hit.content) for hit in cut.hits[1:]] == [BEGINNING_BYTES] * 9
    assert len(cut.hits[0].content) > BEGINNING_BYTES


def test_of_very_many_hits_those_at_the_end_are_named_only() -> None:
    cut = within_budget(answer(*["x" * 1000] * 100), 50_000)

    assert [len(hit.content) for hit in cut.hits] == sorted((len(hit.content) for hit in cut.hits), reverse=True)
    assert cut.hits[0].content
    assert cut.hits[-1].cut == Cut(0, 1000)
    assert reply_size(replace(cut, notices=())) - reply_size(answer()) <= 50_000 + 10


def test_a_short_excerpt_is_not_made_longer_by_saying_that_it_was_cut() -> None:
    cut = within_budget(answer(*["x" * 50] * 3), 10)

    assert all(hit.cut is None for hit in cut.hits)


def test_nothing_is_said_to_be_cut_where_nothing_could_be() -> None:
    (hit,) = answer("short").hits

    cut = within_budget(Answer((replace(hit, title="t" * 5000),), False, FilterApplied()), 1000)

    assert cut.hits[0].content == "short"
    assert not cut.notices


def test_spans_and_lines_follow_the_cut_and_the_rest_is_named() -> None:
    (hit,) = answer("word\n" * 2000).hits
    whole = replace(
        hit,
        match_spans=(Span(0, 4), Span(9000, 9004)),
        lines=Lines(11, 2010),
        start_line=11,
        end_line=2010,
    )

    (cut,) = within_budget(Answer((whole,), False, FilterApplied()), 3000).hits

    shown = len(cut.content)
    last = 11 + cut.content.count("\n")
    assert cut.match_spans == (Span(0, 4),)
    assert cut.highlights is None
    assert cut.lines == Lines(11, last)
    assert (cut.start_line, cut.end_line) == (11, last)
    assert cut.cut == Cut(shown, 10_000, Lines(last, 2010))
    wire = answer_to_wire(Answer((cut,), False, FilterApplied()))["results"][0]
    assert wire["truncated"] is True
    assert wire["shown"] == {"start": 0, "end": shown, "total": 10_000}
    assert wire["rest"] == {
        "tool": "get_document",
        "arguments": {"path": "0.md", "start_line": last, "end_line": 2010},
    }


def test_of_a_page_the_lines_stay_for_its_line_ends_are_not_those_of_the_file() -> None:
    (hit,) = answer("word\n\n" * 2000).hits
    page = replace(hit, path="a.html", lines=Lines(3, 9))

    (cut,) = within_budget(Answer((page,), False, FilterApplied()), 3000).hits

    assert cut.lines == Lines(3, 9)
    assert cut.cut is not None
    assert cut.cut.rest == Lines(3, 9)


def test_a_format_without_lines_is_read_on_from_its_beginning() -> None:
    (cut,) = within_budget(answer("a" * 5000), 3000).hits

    wire = answer_to_wire(Answer((cut,), False, FilterApplied()))["results"][0]
    assert wire["rest"] == {"tool": "get_document", "arguments": {"path": "0.md"}}


@pytest.mark.parametrize("character", ["日", "👨‍👩‍👧", "か\u3099"])
def test_no_character_is_cut_in_half(character: str) -> None:
    for budget in range(1500, 1530):
        (cut,) = within_budget(answer(character * 1000), budget).hits

        assert cut.content == character * (len(cut.content) // len(character))


@given(st.lists(st.text(max_size=600), max_size=6), st.integers(9000, 12_000))
def test_hits_take_no_more_than_the_budget(contents: list[str], budget: int) -> None:
    # As many bytes as a character may take, so that there is something to cut.
    whole = answer(*(content * 8 for content in contents))

    cut = within_budget(whole, budget)

    taken = reply_size(replace(cut, notices=())) - reply_size(answer())
    assert taken <= budget + 100
    assert all(long.content.startswith(short.content) for long, short in zip(whole.hits, cut.hits, strict=True))
    json.dumps(answer_to_wire(cut))
