from __future__ import annotations

from typing import Any

import pytest

from grooveseek.quality.validation.run import Report, ViolatingFile
from grooveseek.quality.validation.violation import (
    FrontmatterUnparsed,
    LengthOutOfRange,
    MissingRequired,
    NotInEnum,
    PatternMismatch,
    TypeMismatch,
    UndeclaredField,
    Violation,
)
from grooveseek.quality.validation.wire import report_to_wire


@pytest.mark.parametrize(
    ("violation", "expected"),
    [
        (MissingRequired("a"), {"kind": "missing_required", "field": "a"}),
        (
            TypeMismatch("a", "array", "string"),
            {"kind": "type_mismatch", "field": "a", "expected": "array", "actual": "string"},
        ),
        (
            PatternMismatch("a", "^b", "c"),
            {"kind": "pattern_mismatch", "field": "a", "pattern": "^b", "actual": "c"},
        ),
        (
            NotInEnum("a", "b", ("c", "d")),
            {"kind": "not_in_enum", "field": "a", "actual": "b", "allowed": ("c", "d")},
        ),
        (
            LengthOutOfRange("tags", 3, None, 2),
            {"kind": "length_out_of_range", "field": "tags", "actual": 3, "min": None, "max": 2},
        ),
        (
            FrontmatterUnparsed("frontmatter", "why"),
            {"kind": "frontmatter_unparsed", "field": "frontmatter", "reason": "why"},
        ),
        (UndeclaredField("a"), {"kind": "undeclared_field", "field": "a"}),
    ],
)
def test_each_kind_of_violation(violation: Violation, expected: dict[str, Any]) -> None:
    file = ViolatingFile("x/a.md", (violation,), {"tags": 2})
    assert report_to_wire(Report(3, (file,))) == {
        "scanned": 3,
        "violated": 1,
        "ok": 2,
        "files": [{"path": "x/a.md", "violations": [expected]}],
    }


@pytest.mark.parametrize("violation", [MissingRequired("tags"), LengthOutOfRange("tags", 0, 1, None)])
@pytest.mark.parametrize("present", [True, False])
def test_tags_left_out_are_told_from_empty_ones(violation: Violation, present: bool) -> None:
    file = ViolatingFile("a.md", (violation,), {"tags": 2} if present else {})
    wire = report_to_wire(Report(1, (file,)))["files"][0]["violations"][0]
    assert wire.get("key_absent", False) is not present


def test_files_that_could_not_be_read_are_counted_and_named() -> None:
    assert report_to_wire(Report(2, (), ("a.md",))) == {
        "scanned": 2,
        "violated": 0,
        "ok": 2,
        "files": [],
        "unreadable": {"count": 1, "paths": ["a.md"]},
    }
