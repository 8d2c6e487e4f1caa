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


def test_hits_stand_between_rulers() -> None:
    assert _text(HIT, HIT).split("\n\n---\n\n") == [_text(HIT), _text(HIT)]


def test_a_doubtful_answer_begins_with_the_ratio() -> None:
    head, _, rest = _text(HIT, low=True).partition("\n\n")
    assert head == "low confidence (ratio 1.5): the notes may not hold an answer to this"
    assert rest == _text(HIT)


def test_no_hit_is_no_text() -> None:
    assert _text() == ""
