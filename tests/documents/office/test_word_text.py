from __future__ import annotations

import pytest

from grooveseek.documents.office.word_text import Paragraph, WordText
from grooveseek.documents.office.xml import read_xml
from support.office import STRICT_W, W, word


def paragraphs(inside: str, namespace: str = W) -> list[str]:
    handler = WordText()
    read_xml(word("document", inside, namespace).encode(), handler)
    return [each.text for each in handler.finish()]


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def instruction(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (run("a") + run("b"), "ab"),
        ("<w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:cr/><w:t>c</w:t><w:tab/><w:t>d</w:t></w:r>", "a\nb\nc\td"),
        ("<w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r>", "e-mail"),
        ("<w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr>" + run("a"), "a"),
        ("<w:hyperlink>" + run("link") + "</w:hyperlink>", "link"),
        ("<w:ins>" + run("new") + "</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>", "new"),
        ("<w:moveFrom>" + run("moved") + "</w:moveFrom>" + run("a"), "a"),
        (
            "<w:r><w:ruby><w:rt>"
            + run("かんじ")
            + "</w:rt><w:rubyBase>"
            + run("漢字")
            + "</w:rubyBase></w:ruby></w:r>",
            "漢字",
        ),
        ("<m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath>", "E=mc²"),
        (run("a") + "<w:sdt><w:sdtContent>" + run("b") + "</w:sdtContent></w:sdt>", "ab"),
    ],
)
def test_text_of_a_paragraph(inside: str, text: str) -> None:
    assert paragraphs(f"<w:p>{inside}</w:p>") == [text]


def test_the_strict_edition_is_read_too() -> None:
    assert paragraphs(f"<w:p>{run('a')}</w:p>", STRICT_W) == ["a"]


def test_a_text_box_comes_behind_the_paragraph_it_hangs_on_and_only_once() -> None:
    box = f"<w:txbxContent><w:p>{run('in the box')}</w:p></w:txbxContent>"
    alternatives = (
        f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    assert paragraphs(f"<w:p><w:r>{alternatives}</w:r>{run('beside')}</w:p>") == ["beside", "in the box"]


def test_the_style_of_a_paragraph_is_its_own_and_the_present_one() -> None:
    handler = WordText()
    change = '<w:pPrChange><w:pPr><w:pStyle w:val="Old"/></w:pPr></w:pPrChange>'
    inside = f'<w:p><w:pPr><w:pStyle w:val="New"/>{change}</w:pPr>{run("a")}</w:p><w:p>{run("b")}</w:p>'
    read_xml(word("document", inside).encode(), handler)
    assert handler.finish() == [Paragraph("a", "New"), Paragraph("b", None)]


@pytest.mark.parametrize("code", [" PAGE ", "page \\* MERGEFORMAT", "NUMPAGES", "SECTIONPAGES"])
def test_page_numbers_are_left_out(code: str) -> None:
    field = mark("begin") + instruction(code) + mark("separate") + run("7") + mark("end")
    assert paragraphs(f"<w:p>{run('Page ')}{field}{run(' of the report')}</w:p>") == ["Page  of the report"]
    assert paragraphs(f'<w:p>{run("a")}<w:fldSimple w:instr="{code}">{run("7")}</w:fldSimple></w:p>') == ["a"]


def test_results_of_other_fields_stay() -> None:
    field = mark("begin") + instruction(" PAGEREF x ") + mark("separate") + run("7") + mark("end")
    assert paragraphs(f"<w:p>{field}</w:p>") == ["7"]
    assert paragraphs(f'<w:p><w:fldSimple w:instr="TITLE">{run("T")}</w:fldSimple></w:p>') == ["T"]


def test_a_page_number_that_does_not_end_hides_nothing_else() -> None:
    field = mark("begin") + instruction("PAGE") + mark("separate")
    assert paragraphs(f"<w:p>{field}{run('7')}</w:p><w:p>{run('text')}</w:p>") == ["text"]


def test_a_malformed_part_gives_what_stands_before_the_break() -> None:
    handler = WordText()
    assert read_xml(f'<w:a xmlns:w="{W}"><w:p><w:r><w:t>a</w:t></w:r><w:p>'.encode(), handler)
    assert [each.text for each in handler.finish()] == ["a"]
