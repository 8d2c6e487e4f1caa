"""Excel files of an independent writer, and hostile ones."""

from __future__ import annotations

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.office.xlsx import parse_xlsx, xlsx_parser
from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import ConfigError, RefusedFileError
from support.fixtures import contents, fixture, parse_fixture
from support.office import package, xlsx

MIB = 1024 * 1024


def parse(data: bytes, options: ParseOptions | None = None) -> Document:
    return parse_xlsx("a/b/my-book.xlsx", data, options or ParseOptions())


def reason(data: bytes, options: ParseOptions | None = None) -> str:
    with pytest.raises(RefusedFileError) as raised:
        parse(data, options)
    return raised.value.reason


def row(*cells: str) -> str:
    return "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells) + "</row>"


def test_a_workbook_with_dates_gaps_formulas_and_an_empty_sheet() -> None:
    document = parse_fixture("budget.xlsx")
    accounts = (
        "日付\t項目\t金額\t済\t備考\n"
        "2026-04-10\t家賃\t85000\tTRUE\n"
        "2026-04-11 13:45:00\t\t1234.5\t\t交通費の精算\n"
        "\t\t86234.5\t09:30:00"
    )
    assert contents(document) == [("Sheet: 収支", accounts), ("Sheet: Notes", "first line second line")]
    assert (document.title, document.date) == ("予算 2026", "2026-01-05")
    assert {chunk.level for chunk in document.chunks} == {2}
    assert document.chunks[0].breadcrumb == "予算 2026 > Sheet: 収支"
    assert document.warnings == ()


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<c><v>1</v></c>", "1"),
        ("<c><v>0.1</v></c>", "0.1"),
        ("<c><v>0.30000000000000004</v></c>", "0.3"),
        ("<c><v>123456789012</v></c>", "123456789012"),
        ('<c t="b"><v>0</v></c>', "FALSE"),
        ('<c t="str"><f>A1</f><v>cached</v></c>', "cached"),
        ('<c t="inlineStr"><is><t>a\tb\nc</t></is></c>', "a b c"),
    ],
)
def test_values(cell: str, text: str) -> None:
    assert contents(parse(xlsx({"S": f"<row>{cell}</row>"}))) == [("Sheet: S", text)]


def test_every_part_counts_against_the_budget_pictures_too() -> None:
    data = xlsx({"S": row("a")}, {"xl/media/picture.png": bytes(200_000)})
    assert len(parse(data).chunks) == 1
    assert "max_decompressed_size" in reason(data, ParseOptions(max_decompressed_size=100_000))


def test_a_workbook_of_60_mib_that_inflates_to_200_names_the_second_budget() -> None:
    # The raw cap is not this parser's business; what a workbook inflates to is.
    data = xlsx({"S": row("a")}, {"xl/media/picture.png": bytes(200 * MIB)})
    assert "max_decompressed_size" in reason(data)
    assert len(parse(data, ParseOptions(max_decompressed_size=None)).chunks) == 1


def test_two_cells_in_opposite_corners_cost_the_file_and_not_the_run() -> None:
    far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    assert "needs more than" in reason(xlsx({"S": far}))
    assert len(parse(fixture("budget.xlsx")).chunks) == 2


def test_a_sheet_of_more_than_a_mebibyte_is_cut_behind_the_row_that_crosses_it() -> None:
    cell = "x" * 1023
    document = parse(xlsx({"S": row(cell) * 1030, "T": row("after")}))
    assert document.warnings == ("the sheet 'S' holds more than 1 MiB of text; the rest of it is left out",)
    assert sum(chunk.content.count("x") for chunk in document.chunks) == 1025 * 1023
    assert document.chunks[-1].content == "after"


def test_a_sheet_of_a_mebibyte_is_whole() -> None:
    assert parse(xlsx({"S": row("x" * 1023) * 1024})).warnings == ()


def test_an_unreadable_sheet_is_left_out_and_named() -> None:
    data = xlsx({"S": row("a"), "T": row("b")}, {"xl/worksheets/sheet1.xml": "<worksheet><sheetData><row></worksheet>"})
    document = parse(data)
    assert contents(document) == [("Sheet: T", "b")]
    assert len(document.warnings) == 1
    assert document.warnings[0].startswith("the sheet 'S' cannot be read (")


def test_rows_stay_whole_when_a_sheet_is_split() -> None:
    document = parse(xlsx({"S": "".join(row(f"item {number}", f"value {number}") for number in range(500))}))
    assert len(document.chunks) > 5
    assert {chunk.heading for chunk in document.chunks} == {"Sheet: S"}
    lines = "\n".join(chunk.content for chunk in document.chunks).split("\n")
    assert lines == [f"item {number}\tvalue {number}" for number in range(500)]


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'grooveseek\[office\]'"):
        xlsx_parser()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "no Office file, whatever its name says"),
        (fixture("budget.xlsx")[:3000], "a damaged or incomplete zip file"),
    ],
)
def test_what_cannot_be_opened_is_named(data: bytes, expected: str) -> None:
    assert reason(data) == expected


def test_a_zip_file_that_is_no_workbook_is_refused() -> None:
    assert reason(package({"a.txt": "x"})).startswith("the workbook cannot be read (")


def test_entities_that_multiply_do_no_harm() -> None:
    laughs = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 9}">' for n in range(9))
    sheet = (
        f'<!DOCTYPE worksheet [<!ENTITY a "ha">{laughs}]><worksheet><sheetData><row>'
        '<c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>'
    )
    document = parse(xlsx({"S": row("a"), "T": row("b")}, {"xl/worksheets/sheet1.xml": sheet}))
    assert sum(len(chunk.content) for chunk in document.chunks) < 100
