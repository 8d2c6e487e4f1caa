from __future__ import annotations

import msgspec

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Aggregate, Corpus, Quality, Run
from grooveseek.quality.evaluation.text import run_to_text
from grooveseek.quality.paint import Colour, plain
from support.quality import FINGERPRINT, asking, result_of, run_of


def run(recall: float = 0.5, **changes: object) -> Run:
    figures = Aggregate({1: recall, 5: 1.0}, 0.25, {1: 0.1, 5: 0.75}, 2)
    made = run_of(result_of(asking("hit", "a.md"), "a.md"), result_of(asking("miss", "a.md"), "b.md"))
    fingerprint = msgspec.structs.replace(FINGERPRINT, k_values=(1, 5))
    return msgspec.structs.replace(made, **{"fingerprint": fingerprint, "aggregate": figures, **changes})


BEFORE = "2025-12-31T00:00:00Z"


def test_a_first_run() -> None:
    assert run_to_text(run(), None, plain).split("\n") == [
        "groove eval  2026-01-02T03:04:05Z",
        "model hash, reranker none, limit 10, 2 queries averaged",
        "quality filter off: every chunk could be found, those too that a search leaves out by default",
        "corpus: 2 docs / 3 chunks",
        "",
        "metrics",
        "  recall@1   0.500",
        "  recall@5   1.000",
        "  MRR        0.250",
        "  nDCG@5     0.750",
        "",
        "missed or regressed: 1 of 2 queries",
        "  ✗ miss  recall@5 0.000",
    ]


def test_against_a_comparable_run() -> None:
    text = run_to_text(run(), Comparison(run(), run(0.6, timestamp=BEFORE)), plain)
    assert f"metrics, against the run of {BEFORE}" in text
    assert "  recall@1   0.500  ↓ 0.100\n  recall@5   1.000  =\n" in text
    assert "  ✗ miss  recall@5 0.000 -> 0.000" in text


def test_losses_and_gains_beyond_the_threshold_have_colours() -> None:
    def painted(text: str, colour: Colour) -> str:
        return f"<{colour}>{text}"

    def row(before: float) -> str:
        return run_to_text(run(0.5), Comparison(run(0.5), run(before)), painted).split("\n")[6]

    assert row(0.6).endswith("<red>↓ 0.100")
    assert row(0.54).endswith("<bright_black>↓ 0.040")
    assert row(0.4).endswith("<green>↑ 0.100")


def test_runs_that_cannot_be_compared_say_why() -> None:
    golden = msgspec.structs.replace(run().fingerprint, golden_hash="ff")
    limit = msgspec.structs.replace(run().fingerprint, limit=5)
    assert "golden changed since last run, diff disabled" in run_to_text(
        run(), Comparison(run(), run(fingerprint=golden)), plain
    )
    other = run_to_text(run(), Comparison(run(), run(fingerprint=limit)), plain)
    assert "config or metric version changed since last run, diff disabled" in other
    assert "↓" not in other


def test_a_changed_corpus_is_warned_of() -> None:
    text = run_to_text(run(), Comparison(run(), run(corpus=Corpus(2, 2, "x"))), plain)
    assert "  ! changed since the compared run: 2 -> 2 documents, 2 -> 3 chunks" in text
    assert "differences may come from the corpus" in text


def test_what_is_on_is_told() -> None:
    fingerprint = msgspec.structs.replace(FINGERPRINT, reranker="bge-reranker-base", quality_filter=Quality(0.3))
    text = run_to_text(run(fingerprint=fingerprint, corpus=None), None, plain)
    assert "reranker bge-reranker-base" in text
    assert "quality filter on: chunks below 0.3 could not be found" in text
    assert "corpus" not in text


def test_without_a_missed_query_there_is_no_such_section() -> None:
    assert "missed" not in run_to_text(run(per_query=()), None, plain)


def test_no_question_moves_the_cursor() -> None:
    text = run_to_text(run_of(result_of(asking("a\n\x1b[31mb", "x.md"), "y.md")), None, plain)
    assert r"a\n\x1b[31mb" in text
