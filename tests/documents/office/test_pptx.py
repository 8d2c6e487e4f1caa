"""PowerPoint files of an independent writer, and hostile ones."""

from __future__ import annotations

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.office.pptx import parse_pptx
from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import RefusedFileError
from support.fixtures import contents, parse_fixture
from support.office import Parts, package, presentation, relationships, shape, slide


def parse(parts: Parts) -> Document:
    return parse_pptx("a/b/my-talk.pptx", package(parts), ParseOptions())


def talk(*slides: str, order: tuple[int, ...] | None = None) -> dict[str, str | bytes]:
    """A presentation that shows its slides in `order` (0-based)."""
    shown = order if order is not None else tuple(range(len(slides)))
    parts: dict[str, str | bytes] = {
        "ppt/presentation.xml": presentation(*(f"rId{place}" for place in shown)),
        "ppt/_rels/presentation.xml.rels": relationships(
            *((f"rId{place}", "slide", f"slides/slide{place + 1}.xml") for place in range(len(slides)))
        ),
    }
    return parts | {f"ppt/slides/slide{place + 1}.xml": slide(shapes) for place, shapes in enumerate(slides)}


def test_a_talk_with_notes_a_table_and_an_empty_slide() -> None:
    document = parse_fixture("talk.pptx")
    assert contents(document) == [
        (
            "Slide 1: 検索の仕組み",
            "検索の仕組み\n言葉と意味の両方で探す\nWords and meaning\n\n[notes]\n最初に挨拶をする。",
        ),
        ("Slide 2", "Mode\nSpeed\nhybrid\n8 ms"),
        ("Slide 4: Thank you", "Thank you"),
    ]
    assert (document.title, document.date) == ("検索の仕組み", "2026-05-20")
    assert {chunk.level for chunk in document.chunks} == {2}
    assert document.chunks[1].breadcrumb == "検索の仕組み > Slide 2"
    assert document.warnings == ()


def test_slides_come_in_the_order_they_are_shown() -> None:
    parts = talk(shape("one"), shape("two"), shape("three"), order=(2, 0, 1))
    assert contents(parse(parts)) == [("Slide 1", "three"), ("Slide 2", "one"), ("Slide 3", "two")]


def test_without_a_usable_list_the_numbers_of_the_files_decide() -> None:
    parts = talk(*(shape(f"text {place}") for place in range(1, 12)))
    parts["ppt/_rels/presentation.xml.rels"] = relationships(("rId0", "slide", "slides/none.xml"))
    assert [content for _, content in contents(parse(parts))] == [f"text {place}" for place in range(1, 12)]


def test_the_title_is_the_first_paragraph_of_the_first_title_with_text() -> None:
    parts = talk(
        shape("body") + shape(" ", placeholder="title") + shape("The", "rest", placeholder="ctrTitle"),
        shape("<a:r><a:t>two</a:t></a:r><a:br/><a:r><a:t>lines</a:t></a:r>", placeholder="title"),
    )
    assert contents(parse(parts)) == [("Slide 1: The", "body\nThe\nrest"), ("Slide 2: two lines", "two\nlines")]


def test_slide_numbers_are_left_out() -> None:
    field = '<a:fld type="slidenum"><a:t>7</a:t></a:fld>'
    parts = talk(shape("text", f"<a:r><a:t>Slide </a:t></a:r>{field}") + shape("8", placeholder="sldNum"))
    assert contents(parse(parts)) == [("Slide 1", "text\nSlide")]


def test_notes_are_those_the_slide_refers_to() -> None:
    parts = talk(shape("one"), "")
    parts["ppt/slides/_rels/slide1.xml.rels"] = relationships(("rId1", "notesSlide", "../notesSlides/notesSlide9.xml"))
    parts["ppt/notesSlides/notesSlide9.xml"] = slide(
        shape("spoken", placeholder="body") + shape("today", placeholder="dt") + shape("3", placeholder="sldNum"),
        "notes",
    )
    parts["ppt/notesSlides/notesSlide2.xml"] = slide(shape("of no slide"), "notes")
    assert contents(parse(parts)) == [("Slide 1", "one\n\n[notes]\nspoken")]


def test_fallbacks_for_older_programs_do_not_say_everything_twice() -> None:
    choice = shape("text")
    alternatives = (
        f"<mc:AlternateContent><mc:Choice>{choice}</mc:Choice><mc:Fallback>{choice}</mc:Fallback></mc:AlternateContent>"
    )
    assert contents(parse(talk(alternatives))) == [("Slide 1", "text")]


def test_a_damaged_slide_is_named_and_its_number_consumed() -> None:
    parts = talk(shape("one"), shape("two"), shape("three"))
    parts["ppt/slides/slide2.xml"] = "<!DOCTYPE a><a/>"
    document = parse(parts)
    assert contents(document) == [("Slide 1", "one"), ("Slide 3", "three")]
    assert document.warnings == ("ppt/slides/slide2.xml declares a document type; left out",)


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(RefusedFileError, match=r"ppt/presentation\.xml is missing"):
        parse({"word/document.xml": "<a/>"})
