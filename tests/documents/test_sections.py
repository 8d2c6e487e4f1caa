from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grooveseek.documents.bounds import CONTENT_TOKENS, size
from grooveseek.documents.sections import Places, Section, section_chunks

LONG = "\n".join(f"第{number}行 the line number {number} of a long section" for number in range(400))


def test_a_short_section_is_one_chunk_as_it_stands() -> None:
    (chunk,) = section_chunks("Title", [Section("\ttext", "Sheet: A", 2)])
    assert (chunk.content, chunk.heading, chunk.level, chunk.breadcrumb) == (
        "\ttext",
        "Sheet: A",
        2,
        "Title > Sheet: A",
    )
    assert (chunk.start_line, chunk.end_line, chunk.symbol_kind) == (None, None, None)


def test_where_the_lines_in_the_file_are_known_each_chunk_has_its_own() -> None:
    text = "first part " * 200 + "second part " * 200
    places = Places(2, [(0, 3, 3), (11 * 200, 7, 9)])
    chunks = section_chunks(
        None, [Section(text.rstrip(), "Long", 2, places=places), Section("", "Bare", 2, places=places)]
    )
    assert (chunks[0].start_line, chunks[0].end_line) == (3, 3)
    assert (chunks[-2].start_line, chunks[-2].end_line) == (7, 9)
    assert {(chunk.start_line, chunk.end_line) for chunk in chunks[:-1]} <= {(3, 3), (3, 9), (7, 9)}
    assert (chunks[-1].content, chunks[-1].start_line, chunks[-1].end_line) == ("", 2, 2)


def test_a_heading_without_text_is_a_chunk() -> None:
    (chunk,) = section_chunks(None, [Section("", "Outlook", 2, ("Report",))])
    assert (chunk.content, chunk.breadcrumb) == ("", "Report > Outlook")


def test_a_long_section_is_bounded_and_keeps_its_heading() -> None:
    chunks = section_chunks("Title", [Section(LONG, "p.1", keeps_lines=True), Section("short", "p.2")])
    assert len(chunks) > 10
    assert {chunk.heading for chunk in chunks[:-1]} == {"p.1"}
    assert {chunk.breadcrumb for chunk in chunks[:-1]} == {"Title > p.1"}
    assert all(size(chunk.content) <= CONTENT_TOKENS for chunk in chunks)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert chunks[-1].heading == "p.2"


def test_lines_that_mean_something_stay_whole() -> None:
    chunks = section_chunks(None, [Section(LONG, keeps_lines=True)])
    assert "\n".join(chunk.content for chunk in chunks) == LONG


def test_brief_text_is_no_stub_but_a_filler_is() -> None:
    chunks = section_chunks(None, [Section("8 ms"), Section("TBD")])
    assert [chunk.quality for chunk in chunks] == [1.0, 0.5]


@given(st.text(alphabet="ab 語\n\t。", max_size=3000), st.booleans())
def test_no_letter_is_lost(text: str, keeps_lines: bool) -> None:
    chunks = section_chunks(None, [Section(text, "p.1", keeps_lines=keeps_lines)])
    assert "".join("".join(chunk.content for chunk in chunks).split()) == "".join(text.split())
