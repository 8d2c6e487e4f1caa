from __future__ import annotations

import pytest

from grooveseek.quality.validation.annotations import report_to_annotations
from grooveseek.quality.validation.run import Report, ViolatingFile
from grooveseek.quality.validation.violation import (
    FrontmatterUnparsed,
    MissingRequired,
    NotInEnum,
    UndeclaredField,
    Violation,
)


def annotated(path: str, *violations: Violation, **lines: int) -> list[str]:
    return report_to_annotations(Report(1, (ViolatingFile(path, violations, lines),))).split("\n")


def test_nothing_is_annotated_where_all_is_well() -> None:
    assert report_to_annotations(Report(3, ())) == ""


def test_a_violation_points_at_the_line_of_its_key_or_at_the_block() -> None:
    assert annotated("a.md", UndeclaredField("extra"), MissingRequired("title"), extra=7) == [
        "::error file=a.md,line=7,title=frontmatter::extra is not declared in the schema",
        "::error file=a.md,line=1,title=frontmatter::title is required and has no value",
    ]


def test_a_refused_block_stands_on_one_line() -> None:
    (line,) = annotated("broken.md", FrontmatterUnparsed("frontmatter", "first\nsecond\r\nthird\u2028fourth"))
    assert line.startswith("::error file=broken.md,line=1,title=frontmatter::frontmatter could not be parsed as YAML: ")
    assert line.endswith(": first second third fourth")


@pytest.mark.parametrize(
    ("path", "escaped"),
    [
        ("50%.md", "50%25.md"),
        ("a,b:c.md", "a%2Cb%3Ac.md"),
        ("a\nb\rc.md", "a%0Ab%0Dc.md"),
        ("%0A.md", "%250A.md"),
        ("日本 語.md", "日本 語.md"),
    ],
)
def test_properties_are_escaped(path: str, escaped: str) -> None:
    (line,) = annotated(path, MissingRequired("t"))
    assert line == f"::error file={escaped},line=1,title=frontmatter::t is required and has no value"


def test_messages_are_escaped_where_they_must_be_and_not_beyond() -> None:
    (line,) = annotated("a.md", NotInEnum("x", '100%, "a: b"', ("c::d", "e")), x=2)
    assert line == '::error file=a.md,line=2,title=frontmatter::x is none of c::d, e: "100%25, \\"a: b\\""'


def test_a_value_full_of_line_ends_stays_one_line() -> None:
    (line,) = annotated("a.md", NotInEnum("x", "a\nb", ("c",)))
    assert line.endswith('::x is none of c: "a\\nb"')


def test_a_key_full_of_line_ends_stays_one_line() -> None:
    (line,) = annotated("a.md", UndeclaredField("a\nb"))
    assert line.endswith("::a b is not declared in the schema")
