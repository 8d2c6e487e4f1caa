"""`groove tune` as a command: flags, streams and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.desk import Desk, desk
from support.pages import checked

GOLDEN = """
queries:
  - {id: bowline, query: bowline knot, expected: [{path: right.md}]}
  - {id: third, query: bowline knot number 3, expected: [{path: 3.md}]}
"""


@pytest.fixture
def sailor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    made = desk(tmp_path, monkeypatch)
    made.note("right.md", "# Bowline knot\n\nA loop that neither slips nor jams, made at the end of any line.\n")
    for number in range(5):
        made.note(
            f"{number}.md", f"# Note {number}\n\nThe bowline knot is not this one, which is number {number} of many.\n"
        )
    made.note(".groove-eval.yml", GOLDEN)
    assert made.on_notes("index", "--quiet").code == 0
    return made


def tuned(sailor: Desk, *words: str | Path) -> Any:
    ran = sailor.on_notes("tune", "--format", "json", *words)
    assert ran.code == 0, ran.err
    return ran.json


def test_a_report(sailor: Desk) -> None:
    found = tuned(sailor)
    assert (found["kb_path"], found["model"]) == (str(sailor.notes), "multilingual-e5-small")
    assert (found["query_count"], found["effective_query_count"]) == (2, 2)
    assert (found["k_values"], found["limit"], found["candidate_pool"]) == ([1, 5, 10], 10, 50)
    assert found["verdict"]["decision"] == "keep_default"
    assert not (sailor.notes / ".groove-eval-history.json").exists()


def test_text_and_page(sailor: Desk) -> None:
    ran = sailor.on_notes("tune")
    assert ran.code == 0
    assert ran.out.startswith(f"groove tune  {sailor.notes}\n")
    assert "keep the default" in ran.out
    assert "fewer than the 50 of good practice" in ran.err
    ran = sailor.on_notes("tune", "--format", "html")
    assert ran.code == 0
    assert "Keep the default" in checked(ran.out).texts


@pytest.mark.parametrize(
    ("words", "k_values", "limit", "pool"),
    [
        (("--k", "1,10"), [1, 5, 10], 10, 50),
        (("--k", "20", "--limit", "3"), [5, 20], 20, 100),
        (("--k", "0", "--limit", "20"), [5], 20, 100),
    ],
)
def test_cut_offs_limit_and_pool(
    sailor: Desk, words: tuple[str, ...], k_values: list[int], limit: int, pool: int
) -> None:
    found = tuned(sailor, *words)
    assert (found["k_values"], found["limit"], found["candidate_pool"]) == (k_values, limit, pool)


@pytest.mark.parametrize("words", [("--k", "10001"), ("--limit", "10001")])
def test_what_is_too_large(sailor: Desk, words: tuple[str, ...]) -> None:
    ran = sailor.on_notes("tune", *words)
    assert (ran.code, ran.out) == (1, "")
    assert "10001" in ran.err
    assert "10000" in ran.err


def test_words_that_occur_nowhere(sailor: Desk) -> None:
    sailor.note(".groove-eval.yml", "queries: [{id: none, query: zzzqqx wibblefrotz, expected: [{path: 3.md}]}]")
    ran = sailor.on_notes("tune")
    assert (ran.code, ran.out) == (2, "")
    assert "fewer than 2 FTS candidates" in ran.err
    assert "  none: 0\n" in ran.err
    ran = sailor.on_notes("tune", "--format", "json")
    assert (ran.code, ran.out) == (2, "")
    assert json.loads(ran.err.splitlines()[-1])["fts_candidates"] == {"none": 0}


def test_what_is_configured_is_reported_beside_the_default(sailor: Desk) -> None:
    sailor.config(
        "[search.fusion]\nrrf_k = 20.0\n[search.mmr]\nenabled = true\n[search.parent_retriever]\nenabled = true\n"
    )
    ran = sailor.on_notes("tune", "--format", "json")
    assert ran.code == 0
    assert ran.json["grid"]["configured"]["condition"]["rrf_k"] == 20.0
    for said in ("MMR is on", "parent retriever is on", "[search.fusion] of groove.toml is not the default"):
        assert said in ran.err
    assert ran.err.isascii()


def test_the_quality_filter_on_demand(sailor: Desk) -> None:
    assert tuned(sailor)["quality_filter"] is None
    assert tuned(sailor, "--quality-filter")["quality_filter"] == 0.3


def test_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = desk(tmp_path, monkeypatch)
    empty.note(".groove-eval.yml", GOLDEN)
    ran = empty.on_notes("tune")
    assert (ran.code, ran.out) == (1, "")
    assert f"No index found at {empty.index}" in ran.err


def test_no_golden_file_and_another_model(sailor: Desk) -> None:
    ran = sailor.on_notes("tune", "--golden", "none.yml")
    assert (ran.code, ran.out) == (1, "")
    assert "no golden file at none.yml" in ran.err
    ran = sailor.on_notes("tune", "--model", "bge-m3")
    assert (ran.code, ran.out) == (1, "")
    assert "--force --model bge-m3" in ran.err


@pytest.mark.parametrize("words", [("--k", "x"), ("--format", "yaml"), ("--reranker", "none"), ("--limit", "-1")])
def test_usage_errors(sailor: Desk, words: tuple[str, ...]) -> None:
    ran = sailor.on_notes("tune", *words)
    assert (ran.code, ran.out) == (2, "")
