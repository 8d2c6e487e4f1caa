from __future__ import annotations

from dataclasses import replace

from grooveseek.cli.text import answer_text
from grooveseek.search.answer import Answer, FilterApplied, Hit, Lines, Span

HIT = Hit(
    chunk_id=1,
    score=0.03278688,
    path="a/b.md",
    title=None,
    heading=None,
    topic=None,
    date=None,
    tags=(),
    content="雨の日の傘",
)


def _text(*hits: Hit, low: bool = False) -> str:
    return answer_text(Answer(hits, low, FilterApplied()), 1.5)


def test_a_hit_with_nothing_but_its_path() -> None:
    assert _text(HIT) == "# (no title)\na/b.md\nscore: 0.0328\n\n雨の日の傘"


def test_a_hit_with_everything() -> None:
    full = replace(
        HIT,
        title="雨",
        heading="傘",
        tags=("a", "b"),
        lines=Lines(3, 4),
        match_spans=tuple(Span(start, start + 3) for start in (0, 3, 6, 12)),
    )
    assert _text(full) == (
        '# 雨\na/b.md#傘 (lines 3-4)\nscore: 0.0328\ntags: a, b\nmatch_spans: "雨", "の", "日"\n\n雨の日の傘'
    )


def test_words_of_any_script_are_named_once() -> None:
    found = replace(
        HIT,
        content="傘と雨、Rain と rain、傘",
        match_spans=None,
        highlights=(Span(0, 3), Span(6, 9), Span(12, 16), Span(21, 25), Span(28, 31)),
    )
    assert _text(found).splitlines()[3] == 'highlights: "傘", "雨", "Rain"'


def test_words_and_the_title_are_marked_on_a_terminal() -> None:
    found = replace(HIT, title="雨", highlights=(Span(0, 3), Span(12, 15)))
    shown = answer_text(Answer((found,), False, FilterApplied()), 1.5, lambda word: f"<{word}>")
    assert shown.splitlines()[0] == "# <雨>"
    assert shown.splitlines()[-1] == "<雨>の日の<傘>"


def test_a_note_cannot_steer_the_terminal() -> None:
    evil = replace(HIT, title="a\x1b]0;b\x07", content="one\x1b[2J\r\n\ttwo\u009b", path="c\nd.md")
    assert _text(evil).splitlines() == [
        "# a\\x1b]0;b\\x07",
        "c\\nd.md",
        "score: 0.0328",
        "",
        "one\\x1b[2J",
        "\ttwo\\x9b",
    ]


def test_hits_stand_between_rulers() -> None:
    assert _text(HIT, HIT).split("\n\n---\n\n") == [_text(HIT), _text(HIT)]


def test_a_doubtful_answer_begins_with_the_ratio() -> None:
    head, _, rest = _text(HIT, low=True).partition("\n\n")
    assert head == "low confidence (evidence below the ratio 1.5): the notes may hold no answer"
    assert rest == _text(HIT)


def test_no_hit_is_no_text() -> None:
    assert _text() == ""
