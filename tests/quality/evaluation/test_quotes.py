from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from grooveseek.quality.evaluation.quotes import QuoteScan, normalised
from grooveseek.quality.evaluation.record import Quoted
from grooveseek.quality.golden.set import GoldenQuery
from support.quality import asking, result_of
from support.search import PLAIN_CHUNK, document

Q1 = asking("cross-encoder reranking", "a.md", name="q1")
Q2 = asking("how does cross-encoder reranking work?", "a.md", name="q2")
Q3 = asking("torch.compile guide", "a.md", name="q3")
BOTH = "Asked: how does cross-encoder reranking work? And: torch.compile guide."


def found(
    queries: list[GoldenQuery], notes: Mapping[str, str], hits: Mapping[str, tuple[str, ...]] | None = None
) -> dict[str, list[Quoted]]:
    """Findings by path, for notes of one chunk each."""
    scan = QuoteScan(queries)
    for path in sorted(notes):
        for chunk in document(path, replace(PLAIN_CHUNK, content=notes[path])):
            scan.add(chunk)
    findings = scan.findings([result_of(query, *(hits or {}).get(query.id, ())) for query in queries])
    assert {each.check for each in findings} <= {"golden-queries-quoted"}
    return {each.path: list(each.quoted) for each in findings}


def ids(findings: dict[str, list[Quoted]]) -> dict[str, list[str]]:
    return {path: [each.query_id for each in quoted] for path, quoted in findings.items()}


def test_a_query_inside_another_quoted_one_does_not_count() -> None:
    assert found([Q1, Q2, Q3], {"n.md": Q2.query}) == {}


def test_two_quoted_queries_are_a_finding_in_golden_order() -> None:
    assert ids(found([Q1, Q2, Q3], {"n.md": BOTH})) == {"n.md": ["q2", "q3"]}
    assert ids(found([Q3, Q1, Q2], {"n.md": BOTH})) == {"n.md": ["q3", "q2"]}


def test_short_queries_are_quoted_by_chance() -> None:
    assert found([asking("日本語クエリ", "a.md"), Q3], {"n.md": "日本語クエリ と torch.compile guide"}) == {}
    twelve = asking("日本語クエリは十二文字だ", "a.md", name="twelve")
    assert ids(found([twelve, Q3], {"n.md": "日本語クエリは十二文字だ。torch.compile guide"})) == {
        "n.md": ["twelve", "q3"]
    }


def test_queries_that_differ_in_case_and_white_space_count_once_under_the_first_name() -> None:
    again = asking("TORCH.compile \u3000 Guide", "a.md", name="again")
    assert found([Q3, again], {"n.md": "torch.compile guide"}) == {}
    assert ids(found([again, Q3, Q2], {"n.md": BOTH})) == {"n.md": ["again", "q2"]}


@pytest.mark.parametrize("expected", ["n.md", "n.md#Some heading"])
def test_a_document_that_a_query_expects_may_quote_it(expected: str) -> None:
    assert found([Q1, Q2, asking(Q3.query, expected, name="q3")], {"n.md": BOTH}) == {}


def test_any_query_of_the_same_wording_may_expect_the_document() -> None:
    assert found([Q2, Q3, asking(Q3.query.upper(), "n.md", name="q4")], {"n.md": BOTH}) == {}


def test_the_best_rank_of_the_document_is_told() -> None:
    hits = {"q2": ("x.md", "n.md", "n.md"), "q3": ("x.md",)}
    assert found([Q2, Q3], {"n.md": BOTH}, hits) == {"n.md": [Quoted("q2", 2), Quoted("q3", None)]}


def test_documents_come_in_path_order() -> None:
    assert list(found([Q2, Q3], {"b.md": BOTH, "a.x.md": BOTH, "c.md": "nothing"})) == ["a.x.md", "b.md"]


def test_each_field_is_looked_at_on_its_own() -> None:
    scan = QuoteScan([Q2, Q3])
    (one,) = document("m.md", replace(PLAIN_CHUNK, heading=Q2.query, breadcrumb="x", content=Q3.query))
    scan.add(one)
    (split,) = document("n.md", replace(PLAIN_CHUNK, heading="torch.compile", content=f"guide {Q2.query}"))
    scan.add(split)
    (crumb,) = document("o.md", replace(PLAIN_CHUNK, breadcrumb=f"{Q2.query} > {Q3.query}"))
    scan.add(crumb)
    assert [each.path for each in scan.findings([result_of(Q2), result_of(Q3)])] == ["m.md", "o.md"]


def test_white_space_of_any_kind_is_one_blank() -> None:
    assert normalised("  A\u3000\u00a0\n\tB  ") == "a b"
