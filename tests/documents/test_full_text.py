from __future__ import annotations

import codecs

import pytest

from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.full_text import full_text
from grooveseek.documents.parser import Format, ParseFunction, ParseOptions
from grooveseek.documents.registry import FORMATS
from grooveseek.errors import RefusedFileError

MARKDOWN = next(entry for entry in FORMATS if entry.id == "md")


def _pages(_: ParseOptions) -> ParseFunction:
    def parse(path: str, data: bytes, options: ParseOptions) -> Document:
        assert options == ParseOptions()
        return Document(path, tuple(Chunk(index, word) for index, word in enumerate(data.decode().split())))

    return parse


def test_a_text_file_is_given_as_it_is() -> None:
    text = "---\r\ntitle: T\r\n---\r\n# H\0\r\n"
    assert full_text(MARKDOWN, "a.md", codecs.BOM_UTF8 + text.encode()) == text
    assert full_text(MARKDOWN, "a.md", codecs.BOM_UTF16_BE + text.encode("utf-16-be")) == text


def test_a_text_file_in_another_encoding_is_refused() -> None:
    with pytest.raises(RefusedFileError):
        full_text(MARKDOWN, "a.md", "日本語".encode("shift_jis"))


def test_a_binary_file_is_given_as_its_chunks() -> None:
    assert full_text(Format("pdf", "binary", _pages), "a.pdf", b"one two") == "one\n\ntwo"
