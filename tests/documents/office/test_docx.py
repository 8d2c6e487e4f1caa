"""Word files of an independent writer, and hostile ones."""

from __future__ import annotations

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.office.docx import parse_docx
from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import RefusedFileError
from support.fixtures import contents, parse_fixture
from support.office import core, docx, package, paragraph, relationships, style, word

BY_REGION = (
    "The west grew faster than the east.\nSecond line\tafter a tab.\nText beside the box.\nBoxed remark about shipping."
)
REPORT = [
    (None, "この報告書は、第一四半期の売上と費用をまとめたものです。"),
    ("売上の概要", "売上は前年の同じ時期より増加しました。\nRegion\nRevenue\n関東\n1,200"),
    ("By region", BY_REGION),
    ("Outlook", ""),
    ("Closing", "Thank you for reading."),
    ("Footnotes", "暫定値であり、監査を受けていません。"),
    ("Endnotes", "Source: the ledger of March."),
    ("Headers", "社外秘 Confidential draft"),
]


def parse(data: bytes, options: ParseOptions | None = None) -> Document:
    return parse_docx("a/b/my-file.docx", data, options or ParseOptions())


def reason(data: bytes, options: ParseOptions | None = None) -> str:
    with pytest.raises(RefusedFileError) as raised:
        parse(data, options)
    return raised.value.reason


def test_a_report_with_all_that_word_has() -> None:
    document = parse_fixture("report.docx")
    assert contents(document) == REPORT
    assert document.title == "四半期報告 Quarterly report"
    assert document.date == "2026-04-10"
    assert document.tags == ("売上 budget",)
    assert (document.category, document.topic) == ("reports", "2026")
    assert document.warnings == ()


def test_levels_and_the_way_to_a_section() -> None:
    chunks = parse_fixture("report.docx").chunks
    assert [chunk.level for chunk in chunks[:4]] == [None, 2, 3, 2]
    assert chunks[2].ancestry == ("売上の概要",)
    assert chunks[2].breadcrumb == "四半期報告 Quarterly report > 売上の概要 > By region"


@pytest.mark.parametrize(
    ("styles", "style_id", "heading"),
    [
        (style("1", "heading 1"), "1", ("T", 2)),
        (style("1", "heading 1") + style("MyHead", "Mine", "1"), "MyHead", ("T", 2)),
        (style("1", "heading 1") + style("Not", "Not", "1", outline=9), "Not", (None, None)),
        (None, "Heading1", ("T", 2)),
        (None, "Heading9", ("T", 6)),
        (None, "heading 2", ("T", 3)),
        (None, "MyHead", (None, None)),
    ],
)
def test_heading_styles(styles: str | None, style_id: str, heading: tuple[str | None, int | None]) -> None:
    document = parse(docx(paragraph("T", style_id) + paragraph("text"), styles))
    assert (document.chunks[0].heading, document.chunks[0].level) == heading
    assert document.warnings == ()


@pytest.mark.parametrize(
    ("parts", "warning"),
    [
        ({"word/styles.xml": "<broken"}, "word/styles.xml is malformed (unclosed token: line 1, column 0)"),
        ({"word/styles.xml": "<!DOCTYPE a><a/>"}, "word/styles.xml declares a document type"),
        (
            {"word/styles.xml": " " * 100_001},
            "word/styles.xml does not fit into what [index].max_decompressed_size allows",
        ),
    ],
)
def test_without_a_usable_table_the_ids_decide_and_one_line_says_so(parts: dict[str, str], warning: str) -> None:
    document = parse(docx(paragraph("T", "Heading1"), parts=parts), ParseOptions(max_decompressed_size=100_000))
    assert document.chunks[0].heading == "T"
    assert document.warnings == (f"{warning}; headings are told by the ids of their styles",)


def test_styles_that_the_table_lacks_are_told_by_their_ids_and_named_once() -> None:
    body = paragraph("T", "Heading1") + paragraph("text", "Odd") + paragraph("more", "Odd")
    document = parse(docx(body, style("Normal", "Normal")))
    assert contents(document) == [("T", "text\nmore")]
    assert document.warnings == ("styles without a definition: Heading1, Odd; headings are told by their ids",)


def test_excluded_headings_lose_their_text_and_stay_above_others() -> None:
    body = paragraph("Secret", "Heading1") + paragraph("hidden") + paragraph("Detail", "Heading2") + paragraph("shown")
    (chunk,) = parse(docx(body), ParseOptions(exclude_headings=("Secret",))).chunks
    assert (chunk.heading, chunk.level, chunk.content) == ("Detail", 3, "shown")
    assert chunk.breadcrumb == "my file > Secret > Detail"


def test_blank_paragraphs_are_left_out_and_others_trimmed() -> None:
    body = paragraph(" one ") + paragraph("  ") + "<w:p/>" + paragraph("two") + paragraph(" ", "Heading1")
    assert contents(parse(docx(body))) == [(None, "one\ntwo")]


def test_first_even_and_odd_headers_count_once() -> None:
    header = word("hdr", paragraph("Confidential"))
    parts = {
        "word/_rels/document.xml.rels": relationships(
            ("1", "header", "h1.xml"), ("2", "header", "h2.xml"), ("3", "header", "h1.xml")
        ),
        "word/h1.xml": header,
        "word/h2.xml": header,
    }
    assert contents(parse(docx(paragraph("text"), parts=parts))) == [(None, "text"), ("Headers", "Confidential")]


def test_a_document_part_under_another_name_is_found() -> None:
    data = package(
        {
            "_rels/.rels": relationships(("1", "officeDocument", "/word/document2.xml")),
            "word/document2.xml": word("document", f"<w:body>{paragraph('text')}</w:body>"),
        }
    )
    assert contents(parse(data)) == [(None, "text")]


def test_text_before_a_break_is_used_and_the_break_named() -> None:
    whole = word("document", f"<w:body>{paragraph('one')}{paragraph('two')}")
    document = parse(package({"word/document.xml": whole[: whole.index("two") + len("two</w:t>")]}))
    assert contents(document) == [(None, "one\ntwo")]
    assert document.warnings[0].startswith("word/document.xml is malformed (")


def test_the_title_comes_from_the_file_name_where_there_is_no_other() -> None:
    assert parse(docx(paragraph("text"))).title == "my file"
    titled = docx(paragraph("text"), parts={"docProps/core.xml": core("<dc:title>T</dc:title>")})
    assert parse(titled).title == "T"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (package({"word/document.xml": "<!DOCTYPE a><a/>"}), "word/document.xml declares a document type"),
        (package({"xl/workbook.xml": "<a/>"}), "word/document.xml is missing"),
        (b"\x89PNG\r\n\x1a\n", "no Office file, whatever its name says"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, expected: str) -> None:
    assert reason(data) == expected


def test_a_bomb_is_refused_by_the_name_of_the_budget() -> None:
    bomb = docx(paragraph("x" * 60_000_000))
    assert len(bomb) < 100_000
    assert "max_decompressed_size" in reason(bomb)


def test_a_file_without_text_has_no_chunks() -> None:
    assert parse(docx("")).chunks == ()
