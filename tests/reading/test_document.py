from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.registry import parser_set
from grooveseek.errors import InvalidRequestError
from grooveseek.reading.document import read_document
from grooveseek.reading.errors import TooLargeError, UnreadableError
from grooveseek.reading.lines import LineRange, LinesRead

PARSERS = parser_set(["md", "txt"], ParseOptions(exclude_headings=("Internal",)))


def write(folder: Path, name: str, content: str | bytes) -> None:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def test_a_text_is_handed_over_as_it_stands_with_what_it_says_of_itself(tmp_path: Path) -> None:
    text = "---\ntitle: The guide\ndate: 2026-03-01\ntopic: mcp\ntags: [a, b]\n---\r\n# Other\n\n## Internal\n\nkept\n"
    write(tmp_path, "a.md", text)

    document = read_document(tmp_path, "a.md", PARSERS)

    assert (document.path, document.title, document.date, document.topic) == ("a.md", "The guide", "2026-03-01", "mcp")
    assert document.tags == ("a", "b")
    assert document.content == text
    assert not document.truncated
    assert document.lines is None


def test_an_excluded_section_is_handed_over_all_the_same(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "# A\n\n## Internal\n\nhidden from search\n")

    assert "hidden from search" in read_document(tmp_path, "a.md", PARSERS).content


def test_a_text_without_frontmatter_has_its_first_heading_as_title(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "# First\n\ntext\n")

    document = read_document(tmp_path, "a.md", PARSERS)

    assert (document.title, document.date, document.topic, document.tags) == ("First", None, None, ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_whatever_can_be_indexed_can_be_read(tmp_path: Path, encoding: str) -> None:
    write(tmp_path, "a.md", "# 日本語\n".encode(encoding))

    assert read_document(tmp_path, "a.md", PARSERS).content == "# 日本語\n"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "日本語".encode("shift_jis"))

    with pytest.raises(UnreadableError, match="could not be extracted"):
        read_document(tmp_path, "a.md", PARSERS)


def test_a_text_over_one_mebibyte_is_refused_and_not_cut(tmp_path: Path) -> None:
    write(tmp_path, "full.md", b"x" * 1_048_576)
    write(tmp_path, "over.md", b"x" * 1_048_577)

    assert not read_document(tmp_path, "full.md", PARSERS).truncated
    with pytest.raises(TooLargeError, match=r"1048577.*`start_line`"):
        read_document(tmp_path, "over.md", PARSERS)


def test_a_range_of_lines_is_taken_from_a_text_of_any_size(tmp_path: Path) -> None:
    write(tmp_path, "over.md", "# Long\n" + "".join(f"line {number}\n" for number in range(2, 200_001)))

    document = read_document(tmp_path, "over.md", PARSERS, LineRange(150_000, 150_001))

    assert document.content == "line 150000\nline 150001\n"
    assert document.lines == LinesRead(150_000, 150_001, 200_000)
    assert document.title == "Long"


def test_a_range_that_is_itself_too_large_is_cut_and_said_to_be(tmp_path: Path) -> None:
    write(tmp_path, "over.md", "日本\n" * 300_000)

    document = read_document(tmp_path, "over.md", PARSERS, LineRange())

    assert document.truncated
    assert 1_048_573 <= len(document.content.encode()) <= 1_048_576


def test_a_range_beyond_the_end_is_told_the_number_of_lines(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "one\ntwo\n")

    with pytest.raises(InvalidRequestError, match="2 lines"):
        read_document(tmp_path, "a.md", PARSERS, LineRange(3))
