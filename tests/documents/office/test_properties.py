from __future__ import annotations

import pytest

from grooveseek.documents.office.package import Package
from grooveseek.documents.office.parts import OfficeFile
from grooveseek.documents.office.properties import Properties, read_properties
from support.office import core, package

NOTHING = Properties(None, None, ())


def properties(inside: str) -> Properties:
    return read_properties(OfficeFile(Package(package({"docProps/core.xml": core(inside)}), None)))


def test_a_file_without_the_part_says_nothing_of_itself() -> None:
    assert read_properties(OfficeFile(Package(package({}), None))) == NOTHING


def test_title_is_trimmed_and_may_be_empty() -> None:
    assert properties("<dc:title> 四半期 &amp; report </dc:title>").title == "四半期 & report"
    assert properties("<dc:title>  </dc:title>") == NOTHING


@pytest.mark.parametrize(
    ("created", "modified", "date"),
    [
        ("2026-04-10T09:30:00Z", "2026-05-01T00:00:00Z", "2026-04-10"),
        ("2026-04-10", "", "2026-04-10"),
        ("", "2026-05-01T00:00:00Z", "2026-05-01"),
        ("10.4.2026", "2026-05-01T00:00:00Z", "2026-05-01"),
        ("2026-04-101", "", None),
        ("", "", None),
    ],
)
def test_date_is_that_of_creation_else_of_the_last_change(created: str, modified: str, date: str | None) -> None:
    inside = f"<dcterms:modified>{modified}</dcterms:modified><dcterms:created>{created}</dcterms:created>"
    assert properties(inside).date == date


def test_keywords_are_tags() -> None:
    assert properties("<cp:keywords>budget; 売上 , ,annual report;budget</cp:keywords>").tags == (
        "budget",
        "売上",
        "annual report",
    )


def test_what_stands_before_a_break_is_used() -> None:
    broken = core("<dc:title>Report</dc:title><dc:subject>")
    file = OfficeFile(Package(package({"docProps/core.xml": broken}), None))
    assert read_properties(file).title == "Report"
    assert file.warnings[0].startswith("docProps/core.xml is malformed")
