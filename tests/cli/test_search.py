"""`groove search` and `groove ask`: from flags to an answer, in JSON and in text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.cli.search import arguments_of
from grooveseek.index.open import open_index
from grooveseek.search.request import SearchArguments
from support.cli import User, parsed, user
from support.terminal import shown_on_terminal

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs terminals of POSIX")

ANCHOR = """\
---
title: Anchors
tags: [sea, rope]
date: 2024-05-01
---
# Anchors

Drop the anchor in shallow water, well before the wind turns, and pay out three times the depth in chain.
"""

RAIN = """\
# 雨の日

朝から雨の日は、玄関に置いた大きな傘を持って出かける。靴は防水のものを選び、帰ったら必ず乾かしておく。
"""


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> User:
    made = user(tmp_path_factory.mktemp("search"))
    made.note("sea/anchor.md", ANCHOR)
    made.note("雨.md", RAIN)
    assert made.on_notes("index").code == 0
    return made


def _arguments(*words: str) -> SearchArguments:
    flags = parsed("search", *words)
    return arguments_of(flags.pop("query"), flags)


def test_a_question_alone() -> None:
    assert _arguments("q") == SearchArguments("q", limit=5, include_low_quality=None)


def test_every_flag_arrives() -> None:
    words = (
        "q --limit 7 --category c --topic t --path-glob a/** --path-glob !b --tag-any x,y --tag-any z --tag-all w "
        "--date-from 2024 --date-to 2025 --field k=1 --field k=2 --field j=a=b --field-not n=3 --min-quality 0.5 "
        "--include-low-quality --min-confidence-ratio 0 --mmr true --mmr-lambda 0.2 --mmr-same-doc-penalty 1 "
        "--parent-retriever false"
    )
    assert _arguments(*words.split()) == SearchArguments(
        query="q",
        limit=7,
        category="c",
        topic="t",
        path_globs=("a/**", "!b"),
        tags_any=["x", "y", "z"],
        tags_all=["w"],
        date_from="2024",
        date_to="2025",
        fields={"k": ["1", "2"], "j": ["a=b"]},
        fields_not={"n": ["3"]},
        min_quality=0.5,
        include_low_quality=True,
        min_confidence_ratio=0.0,
        mmr=True,
        mmr_lambda=0.2,
        mmr_same_doc_penalty=1.0,
        parent_retriever=False,
    )


def test_json_is_indented_and_unescaped_and_ends_with_one_line_end(indexed: User) -> None:
    ran = indexed.on_notes("search", "傘")
    assert ran.code == 0
    assert ran.out.startswith('{\n  "results": [\n    {\n      "score": ')
    assert ran.out.endswith("}\n")
    assert not ran.out.endswith("\n\n")
    assert '"path": "雨.md"' in ran.out


def test_the_wrapper_of_an_answer(indexed: User) -> None:
    answer = indexed.on_notes("search", "anchor", "--limit", "1").json
    assert set(answer) - {"notices"} == {"results", "low_confidence", "filter_applied"}
    (hit,) = answer["results"]
    assert (hit["path"], hit["title"], hit["tags"]) == ("sea/anchor.md", "Anchors", ["sea", "rope"])
    assert "uri" not in hit


def test_text_for_people(indexed: User) -> None:
    ran = indexed.on_notes("search", "anchor", "--format", "text", "--limit", "1", "--min-confidence-ratio", "0")
    assert ran.code == 0
    title, place, score, tags, spans, blank, content = ran.out.splitlines()
    assert title == "# Anchors"
    assert place.startswith("sea/anchor.md#Anchors")
    assert score.startswith("score: 0.")
    assert len(score) == len("score: 0.0000")
    assert tags == "tags: sea, rope"
    assert spans == 'match_spans: "anchor"'
    assert blank == ""
    assert content.startswith("Drop the anchor")


def test_hits_stand_between_rulers(indexed: User) -> None:
    ran = indexed.on_notes("ask", "anchor", "--min-confidence-ratio", "0")
    assert "\n\n---\n\n# 雨の日\n" in ran.out


def test_ask_is_search_in_text(indexed: User) -> None:
    words = ["anchor", "--limit", "1"]
    assert indexed.on_notes("ask", *words).out == indexed.on_notes("search", *words, "--format", "text").out
    assert indexed.on_notes("ask", *words, "--format", "json").out == indexed.on_notes("search", *words).out


@posix
@pytest.mark.parametrize("width", [80, 120])
def test_ask_marks_what_was_asked_on_a_terminal(width: int, indexed: User) -> None:
    words = ["ask", "雨の日", "--kb-path", str(indexed.notes), "--limit", "1", "--min-confidence-ratio", "0"]
    code, shown = shown_on_terminal(indexed, words, width=width)
    assert code == 0
    assert "# \x1b[1m雨の日\x1b[0m\r\n" in shown
    assert 'highlights: "雨の日"' in shown
    assert "朝から\x1b[1m雨の日\x1b[0mは、" in shown
    # Who reads an answer does not ask where the settings come from.
    assert "loaded config" not in shown


@posix
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["ask", "anchor"], {"NO_COLOR": "1"}),
        (["ask", "anchor", "--no-color"], {}),
        (["search", "anchor", "--format", "text"], {"GROOVE_LOG": "warn"}),
        (["search", "anchor"], {"GROOVE_LOG": "warn"}),
    ],
)
def test_no_escape_where_none_is_wanted(words: list[str], extra: dict[str, str], indexed: User) -> None:
    code, shown = shown_on_terminal(user(indexed.root, **extra), [*words, "--kb-path", indexed.notes])
    assert code == 0
    assert "anchor" in shown
    assert "\x1b" not in shown


def test_ask_marks_nothing_in_a_pipe(indexed: User) -> None:
    assert "\x1b" not in indexed.on_notes("ask", "anchor").out


def test_a_doubtful_answer_says_so_first(indexed: User) -> None:
    ran = indexed.on_notes("ask", "zzzqqx wibblefrotz", "--min-confidence-ratio", "100")
    first, blank, *_ = ran.out.splitlines()
    assert first.startswith("low confidence (evidence below the ratio 100)")
    assert blank == ""


def test_nothing_found_is_empty_and_no_failure(indexed: User) -> None:
    ran = indexed.on_notes("search", "anchor", "--category", "none", "--format", "text")
    assert (ran.code, ran.out) == (0, "")
    assert "Nothing found." in ran.err
    assert indexed.on_notes("search", "anchor", "--category", "none").json["results"] == []


def test_a_note_too_short_to_be_shown_is_hinted_at(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    somebody.note("milk.md", "# 買い物\n\n牛乳を買う。\n")
    assert somebody.on_notes("index").code == 0
    ran = somebody.on_notes("ask", "牛乳")
    assert (ran.code, ran.out) == (0, "")
    assert "--include-low-quality" in ran.err
    everything = somebody.on_notes("ask", "牛乳", "--include-low-quality")
    assert "牛乳を買う。" in everything.out
    assert "--include-low-quality" not in everything.err
    for other_reason in (["--include-low-quality", "--category", "none"], ["--limit", "0"]):
        nothing = somebody.on_notes("ask", "牛乳", *other_reason)
        assert "Nothing found." in nothing.err
        assert "--include-low-quality" not in nothing.err


def test_without_an_index_the_wrapper_is_empty_and_nothing_is_created(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    ran = somebody.on_notes("search", "anchor")
    assert ran.code == 0
    assert ran.json["results"] == []
    assert ran.json["low_confidence"] is False
    assert f"groove index --kb-path {somebody.notes}" in ran.err
    assert list(somebody.notes.parent.iterdir()) == [somebody.notes]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--mmr-lambda", "0.5"], "--mmr-lambda"),
        (["--min-quality", "nan"], "--min-quality"),
        (["--date-from", "May"], "--date-from"),
    ],
)
def test_a_flag_without_effect_is_warned_of_once(words: list[str], told: str, indexed: User) -> None:
    ran = indexed.on_notes("search", "anchor", *words)
    assert ran.code == 0
    assert ran.err.count(told) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["anchor", "--path-glob", "a["], "--path-glob"),
        (["-- -anchor"], "only excludes"),
        (["anchor", *["--path-glob=a"] * 65], "--path-glob"),
        (["anchor", f"--tag-any={'x' * 1025}"], "--tag-any"),
        (["anchor", "--tag-all", ",".join("abc" for _ in range(65))], "--tag-all"),
        (["anchor", *(f"--field=k={number}" for number in range(65))], "--field"),
    ],
)
def test_what_is_refused_before_a_model_loads(words: list[str], told: str, indexed: User) -> None:
    words = ["--", "-anchor"] if words == ["-- -anchor"] else words
    ran = indexed.on_notes("search", *words)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert "Loading" not in ran.err


def test_a_long_question_is_no_error(indexed: User) -> None:
    assert indexed.on_notes("search", "anchor " * 500).code == 0


def test_fields_are_refused_while_the_declared_set_is_pending(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    open_index(somebody.index, create=True).close()
    ran = somebody.on_notes("search", "anchor", "--field", "a=b")
    assert (ran.code, ran.out) == (1, "")
    assert "groove index" in ran.err
    assert "Loading" not in ran.err


def test_the_limit_is_clamped(indexed: User) -> None:
    assert len(indexed.on_notes("search", "anchor", "--limit", "4294967295").json["results"]) == 2
    assert indexed.on_notes("search", "anchor", "--limit", "0").json["results"] == []
