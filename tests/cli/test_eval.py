"""`groove eval` as a command: flags, files, streams and exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from support.cli import Ran, user
from support.desk import Desk, desk
from support.pages import checked

GOLDEN = """
queries:
  - {id: anchor, query: drop the anchor, expected: [{path: anchor.md}]}
  - {id: reef, query: reef the sail early, expected: [{path: sail.md, heading: Reefing}]}
"""


@pytest.fixture
def sailor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Two notes, two questions, an index."""
    made = desk(tmp_path, monkeypatch)
    made.note("anchor.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns against you.\n")
    made.note(
        "sail.md",
        "# Sails\n\nCanvas wants care, in the winter most of all.\n\n"
        "## Reefing\n\nReef the sail early, and shake the reef out late, when it has been calm for a while.\n",
    )
    made.note(".groove-eval.yml", GOLDEN)
    assert made.on_notes("index", "--quiet").code == 0
    return made


def history(sailor: Desk) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = json.loads((sailor.notes / ".groove-eval-history.json").read_text("utf-8"))["runs"]
    return runs


def measured(sailor: Desk, *words: str) -> Any:
    ran = sailor.on_notes("eval", "--format", "json", *words)
    assert ran.code == 0, ran.err
    return ran.json


def test_a_first_run(sailor: Desk) -> None:
    found = measured(sailor)
    assert found["aggregate"] == {
        "recall_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
        "mrr": 1.0,
        "ndcg_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
        "query_count": 2,
    }
    assert found["fingerprint"]["model"] == "multilingual-e5-small"
    assert found["corpus"]["documents"] == 2
    assert found["findings"] == []
    assert (found["previous"], found["diff"], found["corpus_changed"]) == (None, None, None)
    assert [run["timestamp"] for run in history(sailor)] == [found["timestamp"]]


def test_text_on_a_pipe_has_no_colour(sailor: Desk) -> None:
    sailor.on_notes("eval")
    ran = sailor.on_notes("eval")
    assert ran.code == 0
    assert ran.out.startswith("groove eval  20")
    assert "metrics, against the run of 20" in ran.out
    assert "  MRR        1.000  =" in ran.out
    assert "\x1b" not in ran.out


def test_a_page(sailor: Desk) -> None:
    ran = sailor.on_notes("eval", "--format", "html")
    assert ran.code == 0
    assert "Every question (2)" in checked(ran.out).texts


@pytest.mark.parametrize(
    ("words", "limit", "k_values", "fetched", "note"),
    [
        (("--limit", "2000", "--k", "1,5,5000"), 1000, [1, 5, 1000], 3, True),
        (("--limit", "1", "--k", "10"), 1, [10], 3, False),
        (("--k", "10,1,5,5"), 10, [1, 5, 10], 3, False),
        (("--k", "1"), 1, [1], 1, False),
    ],
)
def test_how_deep_is_searched(
    sailor: Desk, words: tuple[str, ...], limit: int, k_values: list[int], fetched: int, note: bool
) -> None:
    ran = sailor.on_notes("eval", "--format", "json", *words)
    assert (ran.json["fingerprint"]["limit"], ran.json["fingerprint"]["k_values"]) == (limit, k_values)
    assert len(ran.json["per_query"][0]["top_k"]) == fetched
    assert (f"--limit {words[1]} is over" in ran.err) is note


def worsen(sailor: Desk) -> None:
    sailor.note("anchor.md", "# Knitting\n\nTwo needles, a ball of wool, and a long evening in front of the fire.\n")
    assert sailor.on_notes("index", "--quiet").code == 0


def gate(sailor: Desk, *words: str) -> Ran:
    return sailor.on_notes("eval", "--fail-on-regression", "--k", "1", *words)


def test_a_regression_fails_after_it_was_printed_and_kept(sailor: Desk) -> None:
    assert gate(sailor).code == 0
    worsen(sailor)
    ran = gate(sailor)
    assert ran.code == 1
    assert "regression beyond 0.05: recall@1 1.000 -> 0.500" in ran.err
    assert "the corpus changed too: the same 2 documents and 3 chunks" in ran.err
    assert "↓ 0.500" in ran.out
    assert len(history(sailor)) == 2
    assert gate(sailor).code == 0


def test_a_loss_within_the_configured_threshold_passes(sailor: Desk) -> None:
    sailor.config("[eval]\nregression_threshold = 0.6\nk_values = [1]")
    assert gate(sailor).code == 0
    worsen(sailor)
    assert gate(sailor).code == 0


def test_a_golden_set_edited_in_between_disarms_the_gate_and_says_so(sailor: Desk) -> None:
    gate(sailor)
    worsen(sailor)
    sailor.note(".groove-eval.yml", GOLDEN + "# a comment\n")
    ran = gate(sailor)
    assert ran.code == 0
    assert "golden changed since last run, diff disabled" in ran.out
    assert "compared nothing: the golden file changed" in ran.err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--no-history",), "--no-history was given"),
        (("--no-diff",), "--no-diff was given"),
        (("--reranker", "bge-base"), "the configuration or metric version differs"),
        (("--mmr", "true"), "the configuration or metric version differs"),
    ],
)
def test_other_ways_to_disarm_the_gate_say_so(sailor: Desk, words: tuple[str, ...], reason: str) -> None:
    gate(sailor)
    worsen(sailor)
    ran = gate(sailor, *words)
    assert ran.code == 0
    assert f"compared nothing: {reason}" in ran.err
    assert len(history(sailor)) == (1 if words == ("--no-history",) else 2)


def test_the_first_run_has_nothing_to_compare_with(sailor: Desk) -> None:
    assert "compared nothing: there is no earlier run" in gate(sailor).err


def test_without_comparison_the_run_before_is_not_shown(sailor: Desk) -> None:
    measured(sailor)
    found = measured(sailor, "--no-diff")
    assert (found["previous"], found["diff"], found["corpus_changed"]) == (None, None, None)


def test_without_history_nothing_is_read_or_written(sailor: Desk) -> None:
    measured(sailor, "--no-history")
    assert not (sailor.notes / ".groove-eval-history.json").exists()


def test_the_newest_runs_are_kept(sailor: Desk) -> None:
    sailor.config("[eval]\nhistory_size = 2")
    stamps = [measured(sailor)["timestamp"] for _ in range(3)]
    assert [run["timestamp"] for run in history(sailor)] == stamps[:0:-1]
    sailor.config("[eval]\nhistory_size = 0")
    measured(sailor)
    assert history(sailor) == []


def test_a_history_that_is_not_understood_is_replaced(sailor: Desk) -> None:
    (sailor.notes / ".groove-eval-history.json").write_text("{not json")
    ran = sailor.on_notes("eval")
    assert ran.code == 0
    assert "warning: " in ran.err
    assert len(history(sailor)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")
def test_a_history_that_is_refused_costs_no_search(sailor: Desk, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.json"
    target.write_text("{}")
    (sailor.notes / ".groove-eval-history.json").symlink_to(target)
    ran = sailor.on_notes("eval")
    assert (ran.code, ran.out) == (1, "")
    assert "refusing to read" in ran.err
    assert "Loading" not in ran.err
    assert target.read_text() == "{}"
    assert sailor.on_notes("eval", "--no-history").code == 0


def test_a_golden_file_that_is_too_large(sailor: Desk) -> None:
    sailor.note(".groove-eval.yml", GOLDEN + "#" * (1024 * 1024 + 1 - len(GOLDEN)))
    ran = sailor.on_notes("eval")
    assert (ran.code, ran.out) == (1, "")
    assert "refusing to read" in ran.err


def test_no_golden_file(sailor: Desk) -> None:
    (sailor.notes / ".groove-eval.yml").unlink()
    ran = sailor.on_notes("eval")
    assert (ran.code, ran.out) == (1, "")
    assert f"no golden file at {sailor.notes / '.groove-eval.yml'}" in ran.err
    assert "--golden" in ran.err


def test_the_golden_file_of_a_flag_lies_in_the_working_folder_and_beats_the_key(sailor: Desk) -> None:
    config = sailor.person.cwd / "named.toml"
    (config.parent / "keyed.yml").write_text("queries: []")
    (config.parent / "flagged.yml").write_text("queries: [{query: only this, expected: []}]")
    config.write_text("[eval]\ngolden = 'keyed.yml'")
    assert measured(sailor, "--config", str(config))["per_query"] == []
    found = measured(sailor, "--config", str(config), "--golden", "flagged.yml")
    assert [query["id"] for query in found["per_query"]] == ["only this"]
    assert found["aggregate"] == {"recall_at_k": {}, "mrr": 0.0, "ndcg_at_k": {}, "query_count": 0}


def test_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = desk(tmp_path, monkeypatch)
    empty.note(".groove-eval.yml", GOLDEN)
    ran = empty.on_notes("eval")
    assert (ran.code, ran.out) == (1, "")
    assert f"No index found at {empty.index}" in ran.err
    assert f"groove index --kb-path {empty.notes}" in ran.err
    assert not empty.index.exists()


def test_another_model_is_refused_before_it_is_loaded(sailor: Desk) -> None:
    ran = sailor.on_notes("eval", "--model", "bge-small-en-v1.5")
    assert (ran.code, ran.out) == (1, "")
    assert "multilingual-e5-small" in ran.err
    assert "--force --model bge-small-en-v1.5" in ran.err
    assert "Loading" not in ran.err


def test_documents_that_quote_the_questions_are_reported_and_fail_nothing(sailor: Desk) -> None:
    ran = sailor.on_notes("eval")
    assert "golden-queries-quoted" not in ran.err
    sailor.note(
        "todo.md",
        "# To do\n\nOur questions: drop the anchor, and: reef the sail early. Measure them again next week.\n",
    )
    sailor.on_notes("index", "--quiet")
    ran = sailor.on_notes("eval", "--format", "json", "--fail-on-regression")
    assert [finding["path"] for finding in ran.json["findings"]] == ["todo.md"]
    assert [quoted["query_id"] for quoted in ran.json["findings"][0]["quoted"]] == ["anchor", "reef"]
    assert "golden-queries-quoted" in ran.err
    assert sailor.on_notes("eval").code == 0


def test_what_is_seldom_meant_is_warned_of(sailor: Desk) -> None:
    sailor.note(".groove-eval.yml", "queries: [{query: x, expected: [{path: typo.md}]}, {query: x, expected: []}]")
    ran = sailor.on_notes("eval", "--mmr-lambda", "0.5", "--k", "0,5")
    assert ran.code == 0
    for said in ("typo.md", "stands for 2 queries", "expects nothing", "--mmr-lambda: ignored", "cut-off of 0"):
        assert said in ran.err
    assert ran.err.isascii()


def test_the_quality_filter_is_off_unless_asked_for(sailor: Desk) -> None:
    assert "quality_filter" not in measured(sailor)["fingerprint"]
    assert measured(sailor, "--quality-filter")["fingerprint"]["quality_filter"] == {"threshold": 0.3}


def test_flags_that_change_the_search_are_in_the_fingerprint(sailor: Desk) -> None:
    found = measured(
        sailor, "--mmr", "true", "--mmr-lambda", "0.5", "--parent-retriever", "true", "--reranker", "bge-base"
    )
    assert found["fingerprint"]["mmr"] == {"lambda": 0.5, "same_doc_penalty": 0.0}
    assert found["fingerprint"]["parent_retriever"] == {"whole_doc_threshold_tokens": 100, "max_expanded_tokens": 2000}
    assert found["fingerprint"]["reranker"] == "bge-reranker-base"


@pytest.mark.parametrize(
    "words",
    [
        ("--k", "1,x"),
        ("--k", "-1"),
        ("--k", ""),
        ("--limit", "x"),
        ("--format", "yaml"),
        ("--mmr-lambda", "1.5"),
        ("--mmr-same-doc-penalty", "-0.1"),
        ("--reranker", "other"),
        ("--unknown",),
    ],
)
def test_usage_errors(sailor: Desk, words: tuple[str, ...]) -> None:
    ran = sailor.on_notes("eval", *words)
    assert (ran.code, ran.out) == (2, "")


def test_the_installed_program_with_its_own_model(tmp_path: Path) -> None:
    someone = user(tmp_path)
    someone.note("雨.md", "# 雨の日\n\n傘を持って出かける。濡れた靴は玄関で乾かし、中に新聞紙を詰めておく。\n")
    someone.note("anchor.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    someone.note(".groove-eval.yml", "queries: [{query: 濡れた履き物はどうする, expected: [{path: 雨.md}]}]")
    assert someone.on_notes("index").code == 0
    ran = someone.on_notes("eval", "--format", "json")
    assert ran.code == 0
    assert ran.json["aggregate"]["recall_at_k"]["1"] == 1.0
