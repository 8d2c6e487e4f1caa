from __future__ import annotations

from dataclasses import replace

import msgspec

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.notes import about_findings, about_gate, about_golden, about_index
from grooveseek.quality.evaluation.record import Aggregate, Corpus, Finding, Quoted, Run
from support.quality import FINGERPRINT, asking, golden_set, run_of
from support.search import PLAIN_CHUNK, MemorySnapshot, document, unit


def test_findings_name_document_and_query_and_say_what_to_think() -> None:
    findings = (Finding("golden-queries-quoted", "notes/n.md", (Quoted("q2", 4), Quoted("q3", None))),)
    lines = list(about_findings(run_of(findings=findings)))
    assert "golden-queries-quoted: 1 document quotes" in lines[0]
    assert "leaked into the corpus" in lines[0]
    assert "`expected`" in lines[0]
    assert "nothing was changed" in lines[0]
    assert lines[1:4] == ["  notes/n.md", "    q2  rank 4", "    q3  not in top_k"]
    assert all(line.isascii() for line in lines)


def test_no_finding_no_word() -> None:
    assert list(about_findings(run_of())) == []


def test_expected_paths_that_are_not_indexed_are_named_once_a_query() -> None:
    snapshot = MemorySnapshot(document("a.md", replace(PLAIN_CHUNK, content="x")))
    golden = golden_set(asking("q", "a.md", "typo.md", "typo.md#H"))
    lines = list(about_golden(golden, snapshot))
    assert lines == ["warning: golden.yml: query 'q' expects typo.md, which is not in the index"]


def test_chunks_without_vectors_make_figures_doubtful() -> None:
    (chunk,) = document("a.md", replace(PLAIN_CHUNK, content="x"))
    assert list(about_index(MemorySnapshot([chunk], {chunk.chunk_id: unit(1, 0)}))) == []
    (line,) = about_index(MemorySnapshot([chunk]))
    assert "1 of 1 chunk without" in line
    assert "groove index" in line


def scored(recall: float, corpus: Corpus | None = None) -> Run:
    return run_of(aggregate=Aggregate({5: recall}, 0.5, {5: 0.5}, 10), corpus=corpus)


def test_a_regression_is_told_and_the_corpus_with_it() -> None:
    (line,) = about_gate(Comparison(scored(0.7), scored(0.8)), None)
    assert "recall@5 0.800 -> 0.700" in line
    assert "corpus" not in line
    (line,) = about_gate(Comparison(scored(0.7, Corpus(2, 3, "x")), scored(0.8, Corpus(1, 2, "y"))), None)
    assert "the corpus changed too: 1 -> 2 documents, 2 -> 3 chunks" in line


def test_a_gate_that_let_through_says_nothing() -> None:
    assert list(about_gate(Comparison(scored(0.8), scored(0.8)), None)) == []


def test_a_gate_that_compared_nothing_says_so_and_why() -> None:
    golden = run_of(fingerprint=msgspec.structs.replace(FINGERPRINT, golden_hash="ff"))
    config = run_of(fingerprint=msgspec.structs.replace(FINGERPRINT, limit=1))
    said = [
        *about_gate(None, None),
        *about_gate(None, "--no-history was given"),
        *about_gate(Comparison(run_of(), golden), None),
        *about_gate(Comparison(run_of(), config), None),
    ]
    for line, reason in zip(said, ["no earlier run", "--no-history", "golden file", "configuration"], strict=True):
        assert line.startswith("note: --fail-on-regression compared nothing: ")
        assert reason in line
