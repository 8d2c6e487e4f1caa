from __future__ import annotations

import pytest

from grooveseek.index.records import Fault
from grooveseek.quality.diagnosis.finding import Finding
from grooveseek.quality.diagnosis.integrity import integrity


def command(force: bool) -> str:
    return "REBUILD" if force else "RUN"


def remedies(*checks: str) -> dict[str, str]:
    found = integrity([Fault(check, "are wrong", 2, ("x",)) for check in checks], command)
    return {finding.check: finding.remedy.partition(":")[0] for finding in found}


def test_a_fault_becomes_an_error_with_all_that_is_known_of_it() -> None:
    (found,) = integrity([Fault("missing-fts-row", "chunks are missing from the word index", 1, ("a.md #0",))], command)
    assert found == Finding(
        check="missing-fts-row",
        severity="error",
        summary="Chunks are missing from the word index: 1.",
        count=1,
        samples=("a.md #0",),
        remedy="RUN: it restores the words from the stored text",
    )


@pytest.mark.parametrize(
    ("check", "remedy"),
    [
        ("missing-embedding", "RUN"),
        ("orphan-fts-row", "RUN"),
        ("packed-words", "RUN"),
        ("unusable-vector", "REBUILD"),
        ("other-text", "REBUILD"),
        ("a check of another engine", "REBUILD"),
    ],
)
def test_the_cheapest_command_that_helps_is_named(check: str, remedy: str) -> None:
    assert remedies(check) == {check: remedy}


def test_what_is_slow_but_whole_is_no_error() -> None:
    (found,) = integrity([Fault("not-packed", "rows are not packed", 300)], command)
    assert (found.severity, found.count, found.remedy) == ("warning", 300, "RUN: it packs them")


@pytest.mark.parametrize("missing", ["table-missing", "vector-table-missing"])
def test_where_a_table_is_missing_nothing_less_than_a_rebuild_helps(missing: str) -> None:
    assert remedies("missing-embedding", missing) == {"missing-embedding": "REBUILD", missing: "REBUILD"}
