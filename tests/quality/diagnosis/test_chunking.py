from __future__ import annotations

from collections.abc import Mapping

import pytest

from grooveseek.documents.registry import parser_set
from grooveseek.index.records import DocumentRow
from grooveseek.quality.diagnosis.chunking import chunking
from grooveseek.quality.diagnosis.finding import Finding

PARSERS = parser_set(["md", "rs"])
CURRENT = {"format rs": PARSERS.generations()["rs"]}


def row(path: str, *tags: str) -> DocumentRow:
    return DocumentRow(1, path, None, None, None, None, None, tags, "2026-11-30T00:00:00Z", 10, 1)


def found(*rows: DocumentRow, recorded: Mapping[str, str] = CURRENT) -> dict[str, Finding]:
    findings = list(chunking(rows, PARSERS, recorded, lambda force: f"index {force}"))
    assert all(finding.severity == "warning" for finding in findings)
    return {finding.check: finding for finding in findings}


def test_source_code_cut_by_the_current_rules_is_fine() -> None:
    assert found(row("a.rs", "lang:rust"), row("b.md")) == {}


@pytest.mark.parametrize("recorded", [{}, {"format rs": "an older one"}])
def test_source_code_cut_by_other_rules_is_counted(recorded: Mapping[str, str]) -> None:
    finding = found(row("a.rs"), row("b.md"), recorded=recorded)["chunk-policy-not-recorded"]
    assert (finding.count, finding.samples) == (1, ())


def test_without_source_code_no_rule_is_asked_for() -> None:
    assert found(row("b.md"), recorded={}) == {}


def test_a_language_that_is_not_enabled_has_no_rule_to_compare_with() -> None:
    assert found(row("a.py"), recorded={}) == {}


@pytest.mark.parametrize("tag", ["parse:too-deep", "parse:too-many-chunks", "parse:too-costly"])
def test_source_code_cut_by_lines_is_named(tag: str) -> None:
    finding = found(row("b.rs", "lang:rust", tag), row("a.rs", tag), row("c.rs"))["chunked-without-definitions"]
    assert (finding.count, finding.samples) == (2, ("a.rs", "b.rs"))
    assert "no command helps" in finding.remedy


def test_the_same_tag_written_on_a_note_means_nothing() -> None:
    assert found(row("a.md", "parse:too-deep")) == {}
