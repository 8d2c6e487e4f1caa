from __future__ import annotations

import codecs

import pytest

from grooveseek.documents.bounds import CONTENT_TOKENS, size
from grooveseek.documents.document import Document
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.plain_text import parse_plain_text
from grooveseek.errors import RefusedFileError


def parse(data: bytes) -> Document:
    return parse_plain_text("a/b/log_file--v2.txt", data, ParseOptions(exclude_headings=("Secret",)))


def test_one_chunk_of_the_whole_body_as_it_is() -> None:
    document = parse(codecs.BOM_UTF8 + b"\r\n  # Secret\r\n\r\n")
    (chunk,) = document.chunks
    assert (chunk.content, chunk.heading, chunk.level) == ("\n  # Secret\n\n", None, None)
    assert (chunk.start_line, chunk.end_line) == (1, 3)


def test_the_document_is_named_by_its_path() -> None:
    document = parse(b"text")
    assert (document.title, document.category, document.topic) == ("log file v2", "a", "b")
    assert (document.date, document.tags, document.chunks[0].breadcrumb) == (None, (), "log file v2")


@pytest.mark.parametrize("data", [b"", b" \n\t\n", codecs.BOM_UTF8, b"\0\0"])
def test_blank_text_gives_no_chunk(data: bytes) -> None:
    assert parse(data).chunks == ()


def test_long_text_is_cut_at_its_paragraphs() -> None:
    paragraphs = [f"Paragraph {number} says a few words,\nand some more on another line." for number in range(100)]
    chunks = parse("\n\n".join(paragraphs).encode()).chunks
    assert len(chunks) > 1
    assert "\n\n".join(chunk.content for chunk in chunks) == "\n\n".join(paragraphs)
    assert all(size(chunk.content) <= CONTENT_TOKENS for chunk in chunks)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert (chunks[0].start_line, chunks[-1].end_line) == (1, 299)


def test_other_bytes_are_refused() -> None:
    with pytest.raises(RefusedFileError):
        parse("日本語".encode("shift_jis"))


def test_a_payload_is_left_out() -> None:
    document = parse(b"data:image/png;base64," + b"QUJD" * 500)
    assert document.chunks[0].content == "data:image/png;base64,[2.0 KB left out]"
    assert len(document.warnings) == 1
