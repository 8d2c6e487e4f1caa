from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.quality.golden.set import GOLDEN_CAP, Expected, GoldenQuery, GoldenSet, load_golden


def loaded(folder: Path, text: str) -> GoldenSet:
    path = folder / "golden.yml"
    path.write_text(text, encoding="utf-8")
    return load_golden(path)


def refused(folder: Path, text: str) -> str:
    with pytest.raises(GrooveError) as caught:
        loaded(folder, text)
    return str(caught.value)


FULL = """
queries:
  - query: "phrase" -exclusion and more than thirty-two characters
    expected:
      - path: a.md
      - {path: b/c.md, heading: Data flow}
    tags: [x]
  - {id: q2, query: 日本語, expected: []}
defaults: {limit: 5, rerank: true}
"""


def test_a_whole_file(tmp_path: Path) -> None:
    text = FULL.replace('"phrase"', '\'"phrase"').replace("characters", "characters'")
    golden = loaded(tmp_path, text)
    query = '"phrase" -exclusion and more than thirty-two characters'
    assert golden == GoldenSet(
        tmp_path / "golden.yml",
        hashlib.sha256(text.encode()).hexdigest(),
        (
            GoldenQuery(query[:32], query, (Expected("a.md"), Expected("b/c.md", "Data flow"))),
            GoldenQuery("q2", "日本語", ()),
        ),
    )


def test_an_id_is_by_default_the_first_32_code_points(tmp_path: Path) -> None:
    (query,) = loaded(tmp_path, f"queries: [{{query: {'語' * 40}, expected: []}}]").queries
    assert query.id == "語" * 32


def test_a_set_may_be_empty(tmp_path: Path) -> None:
    assert loaded(tmp_path, "queries: []").queries == ()


def test_no_file_hints_at_the_ways_to_one(tmp_path: Path) -> None:
    path = tmp_path / "none.yml"
    with pytest.raises(GrooveError) as caught:
        load_golden(path)
    assert f"no golden file at {path}" in str(caught.value)
    assert "--golden" in str(caught.value)
    assert ".groove-eval.yml" in str(caught.value)
    shown = str(caught.value).split("`")[1]
    assert len(loaded(tmp_path, shown).queries) == 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("queries: [{query: a, expected: [{path: a.md, relevance: 2}]}]", "relevance"),
        ("queries: [{query: a, expected: [], note: x}]", "note"),
        ("queries: []\nversion: 1", "version"),
        ("queries: []\ndefaults: {k: 1}", "k"),
        ("queries: [{expected: []}]", "query"),
        ("queries: [{query: a}]", "expected"),
        ("queries: [{query: a, expected: [{heading: x}]}]", "path"),
        ("queries: [{query: 12, expected: []}]", "str"),
        ("queries: [{query: a, expected: a.md}]", "array"),
        ("queries: [{query: a, expected: [], tags: x}]", "array"),
        ("queries: []\ndefaults: {limit: x}", "int"),
        ("{}", "queries"),
        ("", "object"),
        ("queries: [", ""),
        ("queries: []\nqueries: []", "twice"),
    ],
)
def test_a_file_that_does_not_parse_says_what_is_wrong(tmp_path: Path, text: str, named: str) -> None:
    said = refused(tmp_path, text)
    assert said.startswith(f"failed to parse golden file: {tmp_path / 'golden.yml'}: ")
    assert named in said


def test_a_query_that_only_excludes_is_an_error(tmp_path: Path) -> None:
    assert "'-foo' only excludes" in refused(tmp_path, "queries: [{query: -foo, expected: [{path: a.md}]}]")


def test_the_largest_file(tmp_path: Path) -> None:
    filling = "#" * (GOLDEN_CAP - len("queries: []\n"))
    assert loaded(tmp_path, "queries: []\n" + filling).queries == ()
    said = refused(tmp_path, "queries: []\n#" + filling)
    assert said.startswith(f"refusing to read {tmp_path / 'golden.yml'}")


def test_doubtful_entries_are_named(tmp_path: Path) -> None:
    golden = loaded(
        tmp_path,
        "queries:\n"
        "- {id: a, query: x, expected: [{path: p.md}, {path: p.md}, {path: p.md, heading: H}]}\n"
        "- {id: a, query: ' ', expected: []}\n",
    )
    assert list(golden.doubts()) == [
        "the id 'a' stands for 2 queries; runs are compared by id",
        "query 'a' expects p.md 2 times; recall counts each",
        "query 'a' is empty",
        "query 'a' expects nothing and is left out of every average",
    ]
