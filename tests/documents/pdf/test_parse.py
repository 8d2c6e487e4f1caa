"""PDFs of independent writers, and hostile ones."""

from __future__ import annotations

import random

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.pdf.parse import pages, parse_pdf, pdf_parser
from grooveseek.errors import ConfigError, RefusedFileError
from support.fixtures import contents, fixture, parse_fixture
from support.pdf import Content, packed, pdf, text_page

LINE = "A line of some sixty characters, long enough for the density."


def parse(data: bytes, options: ParseOptions | None = None, path: str = "a/b/my-file.pdf") -> Document:
    return parse_pdf(path, data, options or ParseOptions())


def reason(data: bytes, options: ParseOptions | None = None) -> str:
    with pytest.raises(RefusedFileError) as raised:
        parse(data, options)
    assert raised.value.path == "a/b/my-file.pdf"
    return raised.value.reason


def test_pages_of_120_0_and_10_characters() -> None:
    document = parse_fixture("sparse.pdf")
    assert [chunk.heading for chunk in document.chunks] == ["p.1", "p.3"]
    assert [chunk.level for chunk in document.chunks] == [None, None]
    assert document.chunks[0].content.startswith("abcde fghi abcde")
    assert document.chunks[1].content == "ten chars!"


def test_pages_of_60_and_20_characters_are_too_thin() -> None:
    assert reason(pdf([text_page("x" * 60), text_page("x" * 20)])) == "40 characters a page on average, under 50"


def test_japanese_of_a_font_that_is_not_in_the_file() -> None:
    document = parse_fixture("japanese.pdf")
    assert document.title == "検索の手引き"
    first = (
        "第一章 索引\n"
        "検索の仕組みを説明する文書では、行の折り返しが単語の途中に来ることがよくあります。\n"
        "たとえばこの行の終わりには索引という語があり、その語は次の行へと続いて、"
        "索引という一つの語として見つからなければなりません。"
    )
    second = "The office holds an example of every form, such as ABC-\n123 and others of that kind."
    assert contents(document) == [("p.1", first), ("p.2", second)]
    assert document.chunks[0].breadcrumb == "検索の手引き > p.1"


def test_japanese_of_a_font_in_the_file() -> None:
    document = parse_fixture("report.pdf")
    assert document.title == "四半期報告 Quarterly report"
    assert (document.category, document.topic) == ("reports", "2026")
    assert document.tags == ()
    text = document.chunks[0].content
    assert "この報告書は、第一四半期の売上と費用をまとめたものです。" in text
    assert "The west grew faster than the east." in text
    assert [chunk.heading for chunk in document.chunks] == ["p.1", "p.2"]


def test_columns_drawn_across_the_page_are_read_one_after_the_other() -> None:
    text = parse_fixture("columns.pdf").chunks[0].content
    lines = [line.strip() for line in text.split("\n")]
    assert lines[0].startswith("A Title That Reaches")
    assert lines[1] == "Left column prose talks about the first"
    assert lines[7:9] == [
        "until the column comes to its last line.",
        "Right column prose goes on with the next",
    ]
    assert lines[14:] == [
        "which is here.",
        "A line below that reaches over both of the columns of the page once more.",
    ]


def test_a_table_is_read_row_by_row() -> None:
    lines = parse_fixture("columns.pdf").chunks[1].content.split("\n")
    assert lines == [f"item number {number} {3 * number} EUR" for number in range(10)]


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (b"", "my file"),
        (b"/Title(Report)", "Report"),
        (b"/Title(  )", "my file"),
        (b"/Title(Microsoft Word - Document1)", "Microsoft Word - Document1"),
        (b"/Title(a\\000b)", "my file"),
        (b"/Title<FEFF65E5672C8A9E>", "日本語"),
        (b"/Title<FEFFD800>", "my file"),
    ],
)
def test_title(entry: bytes, title: str) -> None:
    assert parse(pdf([text_page(LINE)], info=entry)).title == title


@pytest.mark.parametrize(
    ("entry", "date"),
    [
        (b"", None),
        (b"/CreationDate(D:20260410093000+09'00')", "2026-04-10"),
        (b"/CreationDate(20260410)", "2026-04-10"),
        (b"/CreationDate(2026-04-10T09:30:00Z)", "2026-04-10"),
        (b"/CreationDate(D:20269910)", None),
        (b"/CreationDate(yesterday)", None),
    ],
)
def test_date(entry: bytes, date: str | None) -> None:
    assert parse(pdf([text_page(LINE)], info=entry)).date == date


def test_a_locked_file() -> None:
    with pytest.raises(RefusedFileError, match="encrypted: it opens only with a password"):
        parse_pdf("locked.pdf", fixture("locked.pdf"), ParseOptions())


def test_a_file_that_opens_without_a_password_is_read() -> None:
    (chunk,) = parse_fixture("restricted.pdf").chunks
    assert chunk.content == "A line of text that is encrypted in the file, and long enough."


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'grooveseek\[pdf\]'"):
        pdf_parser()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "not a PDF file, whatever its name says"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a PDF file, whatever its name says"),
        (b"%PDF-1.7\n" + random.Random(1).randbytes(50_000), "the PDF is damaged or incomplete"),
        (pdf([text_page(LINE)] * 30)[:2000], "the PDF is damaged or incomplete"),
        (pdf([Content(b"")]), "no page has text"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, expected: str) -> None:
    assert reason(data) == expected


@pytest.mark.parametrize(
    "page",
    [
        packed(b"q " * 20_000_000),
        Content(packed(packed(b"0 " * 500_000_000).stream).stream, b"/Filter[/FlateDecode/FlateDecode]"),
    ],
    ids=["states", "inflated twice"],
)
def test_a_page_that_asks_for_gigabytes_is_refused(page: Content) -> None:
    assert "needs more than" in reason(pdf([page]))


def test_a_false_page_count_does_no_harm() -> None:
    assert len(parse(pdf([text_page(LINE)] * 2, count=2_000_000_000)).chunks) == 2


def test_more_text_than_the_budget_is_refused_by_name() -> None:
    data = pdf([text_page(LINE)] * 10)
    assert len(parse(data, ParseOptions(max_decompressed_size=10 * len(LINE))).chunks) == 10
    assert "max_decompressed_size" in reason(data, ParseOptions(max_decompressed_size=10 * len(LINE) - 1))


def test_a_page_of_more_than_a_mebibyte_is_cut() -> None:
    # Each line stands somewhere else, or it would count as printed twice.
    stream = b"".join(b"BT /F 1 Tf 1 0 0 1 5 %d Tm (%s) Tj ET\n" % (10 * i, b"word " * 100) for i in range(2400))
    document = parse(pdf([packed(stream)]))
    assert document.warnings == ("page 1 holds more than 1 MiB of text; the rest of it is left out",)
    total = sum(len(chunk.content) for chunk in document.chunks)
    assert 900_000 < total <= 1024 * 1024


def test_a_long_page_gives_several_chunks_of_its_number() -> None:
    document = parse(pdf([text_page(*(f"{LINE} {number}" for number in range(300)))]))
    assert len(document.chunks) > 5
    assert {chunk.heading for chunk in document.chunks} == {"p.1"}


def test_blank_pages_are_counted_and_left_out() -> None:
    assert [(section.heading, section.text) for section in pages(["", " a ", "\n\x01", "b"])] == [
        ("p.2", "a"),
        ("p.4", "b"),
    ]
