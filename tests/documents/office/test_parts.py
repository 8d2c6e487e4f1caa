from __future__ import annotations

import pytest

from grooveseek.documents.office.package import OfficeError, Package
from grooveseek.documents.office.parts import OfficeFile, Relationship
from grooveseek.documents.office.word_text import WordText
from support.office import package, relationships


def opened(parts: dict[str, str | bytes], budget: int | None = None) -> OfficeFile:
    return OfficeFile(Package(package(parts), budget))


def test_targets_are_parts_wherever_they_are_told_from() -> None:
    file = opened(
        {
            "word/_rels/document.xml.rels": relationships(
                ("rId1", "styles", "styles.xml"),
                ("rId2", "header", "/word/header1.xml"),
                ("rId3", "image", "../media/a.png"),
                ("rId4", "image", "../../../etc/passwd"),
            )
        }
    )
    assert file.relationships("word/document.xml") == [
        Relationship("rId1", "styles", "word/styles.xml"),
        Relationship("rId2", "header", "word/header1.xml"),
        Relationship("rId3", "image", "media/a.png"),
        Relationship("rId4", "image", "etc/passwd"),
    ]


def test_references_out_of_the_file_are_left_out() -> None:
    source = relationships(("rId1", "hyperlink", "x")).replace("/></", ' TargetMode="External"/></')
    assert opened({"_rels/.rels": source}).relationships() == []


def test_the_main_part_is_the_one_the_file_names() -> None:
    named = opened({"_rels/.rels": relationships(("rId1", "officeDocument", "word/document2.xml"))})
    assert named.main_part("word/document.xml") == "word/document2.xml"
    assert opened({}).main_part("word/document.xml") == "word/document.xml"


def test_an_optional_part_that_is_not_there_is_no_fault() -> None:
    file = opened({})
    assert not file.read("a.xml", WordText())
    assert file.warnings == []


@pytest.mark.parametrize(
    ("content", "warning"),
    [
        ("<a><b></a>", "a.xml is malformed (mismatched tag: line 1, column 8); the text before that place is used"),
        ("<!DOCTYPE a><a/>", "a.xml declares a document type; left out"),
        ("<a/>" + " " * 200, "a.xml takes more than [index].max_decompressed_size allows (100 bytes); left out"),
    ],
)
def test_what_is_wrong_with_an_optional_part_is_a_warning(content: str, warning: str) -> None:
    file = opened({"a.xml": content}, 100)
    file.read("a.xml", WordText())
    assert file.warnings == [warning]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({}, "a.xml is missing"),
        ({"a.xml": "<!DOCTYPE a><a/>"}, "a.xml declares a document type"),
        ({"a.xml": "x" * 101}, r"a.xml takes more than \[index\].max_decompressed_size allows"),
    ],
)
def test_a_required_part_that_gives_nothing_fails_the_file(parts: dict[str, str | bytes], reason: str) -> None:
    with pytest.raises(OfficeError, match=reason):
        opened(parts, 100).read_required("a.xml", WordText())
