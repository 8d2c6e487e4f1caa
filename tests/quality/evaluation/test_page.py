from __future__ import annotations

import msgspec

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.page import run_to_page
from grooveseek.quality.evaluation.record import Corpus, Finding, Quoted, Run
from support.pages import checked
from support.quality import FINGERPRINT, asking, result_of, run_of

HOSTILE = '<script>alert("x")</script> & 日本語'


def run(**changes: object) -> Run:
    made = run_of(
        result_of(asking(HOSTILE, "a.md#<H>", name="<q1>"), "b.md", "a.md#<h>"),
        result_of(asking("second question", "b.md"), "b.md"),
        result_of(asking("third question"), *(f"{number}.md" for number in range(25))),
    )
    return msgspec.structs.replace(made, **changes)


def test_a_first_run() -> None:
    texts = checked(run_to_page(run(), None, ())).texts
    assert HOSTILE in texts
    assert "Metrics" in texts
    assert "Every question (3)" in texts
    assert "Lines appear here from the second run on." in texts
    assert "and 5 more" in texts
    assert {"recall@1", "recall@5", "recall@10", "MRR", "nDCG@1", "nDCG@5", "nDCG@10"} <= set(texts)


def test_against_the_run_before() -> None:
    before = run(timestamp="2025-01-01T00:00:00Z", corpus=Corpus(1, 1, "x"))
    page = run_to_page(run(), Comparison(run(), before), (before,))
    texts = checked(page).texts
    assert "Metrics, against the run of 2025-01-01T00:00:00Z" in texts
    assert any("The corpus changed" in text for text in texts)
    assert "change" in texts
    assert "The last 2 runs." in texts


def test_lines_are_interrupted_where_runs_are_not_comparable() -> None:
    other = run(fingerprint=msgspec.structs.replace(FINGERPRINT, golden_hash="ff"))
    texts = checked(run_to_page(run(), None, (other,))).texts
    assert any("interrupted" in text for text in texts)


def test_runs_without_the_cut_off_are_left_out_of_the_lines() -> None:
    other = run_of(result_of(asking("q", "a.md"), k_values=(3,)))
    assert "Lines appear here from the second run on." in checked(run_to_page(run(), None, (other,))).texts


def test_documents_that_quote_the_questions_are_listed() -> None:
    findings = (Finding("golden-queries-quoted", "n<.md", (Quoted("a", 2), Quoted("b", None))),)
    texts = checked(run_to_page(run(findings=findings), None, ())).texts
    assert {"n<.md", "a (rank 2)", "b (not found)"} <= set(texts)


def test_a_question_that_expects_nothing_has_no_figures() -> None:
    found = checked(run_to_page(run_of(result_of(asking("q"), "a.md")), None, ())).texts
    place = found.index("nDCG@10", found.index("question"))
    assert found.count("-") == 3
    assert "0.000" not in found[place:]


def test_a_run_that_averages_nothing_is_a_page_all_the_same() -> None:
    checked(run_to_page(run_of(), None, ()))
    bare = msgspec.structs.replace(FINGERPRINT, k_values=())
    checked(run_to_page(run_of(result_of(asking("q"), k_values=()), fingerprint=bare), None, ()))
