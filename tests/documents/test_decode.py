from __future__ import annotations

import codecs

import pytest

from grooveseek.documents.decode import decode, searchable
from grooveseek.errors import RefusedFileError

TEXT = "# 日記\r\nx"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_goes(data: bytes) -> None:
    assert decode("a.md", data) == TEXT


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    "text", ["# Notes\r\nSaved as Unicode by an editor.\r\n", "日記 of a day: it rained, it rained"]
)
def test_a_wide_encoding_without_a_mark_is_known_by_its_nuls(text: str, encoding: str) -> None:
    assert decode("a.txt", text.encode(encoding)) == text


def test_a_japanese_note_in_utf_16_without_a_mark_is_read() -> None:
    text = "# 日記\r\n\r\n今日は雨が降った。\r\n"
    assert decode("a.md", text.encode("utf-16-le")) == text


@pytest.mark.parametrize("text", ["a\0b", "before" + "\0" * 10_291 + "after", "text" + "\0" * 4096, "a\0b\0\0c\0d\0"])
def test_other_nuls_say_nothing_of_the_encoding(text: str) -> None:
    assert decode("a.txt", text.encode()) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("日記".encode("shift_jis"), "not valid UTF-8 text (byte 0); save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "not valid UTF-8 text (byte 0); save it as UTF-8"),
        (b"abc\xff", "not valid UTF-8 text (byte 3); save it as UTF-8"),
        ("日記を書く。\n".encode("utf-16-le"), "not valid UTF-8 text (byte 0); save it as UTF-8"),
        ("cut in the middle".encode("utf-16-le")[:-1], "not valid UTF-16-LE text (byte 32); save it as UTF-8"),
        (codecs.BOM_UTF16_LE + b"a\0\x00\xd8", "not valid UTF-16-LE text (byte 4); save it as UTF-8"),
    ],
)
def test_other_bytes_are_refused_by_name(data: bytes, reason: str) -> None:
    with pytest.raises(RefusedFileError) as caught:
        decode("a.md", data)
    assert (caught.value.path, caught.value.reason) == ("a.md", reason)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("before " + "\0" * 10_291 + " after", "before   after"),
        ("text" + "\0" * 4096, "text"),
        ("a\0b", "a b"),
        ("\0", ""),
    ],
)
def test_line_ends_and_nuls(text: str, expected: str) -> None:
    assert searchable(text) == expected
