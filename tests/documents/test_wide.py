"""Files of two or four bytes a character that do not say so: told where they can be nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.documents.wide import encoding_without_mark

TEXTS = {
    "Latin": "# Notes\r\nSaved as Unicode by an editor.\r\n",
    "Japanese": "# 日記\r\n\r\n\u3000一月一日、雨が降った。ガラスに映る影を見た。\r\n",
    "Japanese on one line": "日記を書く。今日は雨が降った。\n",
    "Chinese": "今天天气很好，我们在公园里走了一下。这是我的笔记。\n",
    "Korean": "안녕하세요 여러분, 오늘의 일기입니다.\n",
    "Russian": "Привет, мир. Это заметка о погоде.\n",
    "Greek": "Καλημέρα κόσμε, αυτό είναι ένα σημείωμα.\n",
    "Hebrew": "שלום עולם, זו רשימה על מזג האוויר.\n",
    "Arabic": "مرحبا بالعالم، هذه ملاحظة عن الطقس.\n",
    "Thai": "สวัสดีชาวโลก นี่คือบันทึก\n",
    "with an emoji": "日記を書く🚀 今日は雨が降った。\n",
}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_either_order_of_bytes_is_told_in_any_script(text: str, encoding: str) -> None:
    assert encoding_without_mark(text.encode(encoding)) == encoding


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_of_a_long_file_the_beginning_tells(encoding: str) -> None:
    # An odd number of units comes before characters of two units each: the sample ends within one.
    data = ("x日記を書く、雨が降った。\n" + "🚀" * 40_000).encode(encoding)
    assert encoding_without_mark(data) == encoding


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("tail", [b"", b"\0", b"\0\0", b"\0" * 512])
def test_utf_8_stays_utf_8_with_zeros_in_it_too(text: str, tail: bytes) -> None:
    assert encoding_without_mark(text.encode() + tail) is None


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp", "iso2022_jp", "cp932"])
@pytest.mark.parametrize("tail", [b"", b"\0", b"\0\0"])
def test_other_encodings_of_japanese_are_not_taken_for_it(encoding: str, tail: bytes) -> None:
    assert encoding_without_mark(TEXTS["Japanese"].encode(encoding) * 3 + tail) is None


@pytest.mark.parametrize(
    "data",
    [
        "日記\n".encode("utf-16-le"),
        TEXTS["Japanese"].encode("utf-16-le")[:-1],
        "日記を書く今日は雨が降った".encode("utf-16-le"),
        (TEXTS["Japanese"] + TEXTS["Russian"]).encode("utf-16-le"),
        (TEXTS["Japanese"] + "\x01").encode("utf-16-le"),
        (TEXTS["Japanese"] + "\ue000").encode("utf-16-le"),
        TEXTS["Japanese"].encode("utf-16-le") + b"\x00\xd8",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
    ],
    ids=["too short", "half a unit", "without a line end", "two scripts", "control", "private use", "surrogate", "PNG"],
)
def test_what_could_be_something_else_is_not_guessed(data: bytes) -> None:
    assert encoding_without_mark(data) is None


def test_noise_is_not_taken_for_text() -> None:
    dice = random.Random(20261130)
    noise = [dice.randbytes(2 * dice.randrange(16, 200)) + b"\n\0" for _ in range(2000)]
    assert [data for data in noise if encoding_without_mark(data)] == []


@given(st.text(min_size=1))
def test_text_in_utf_8_without_zeros_is_never_doubted(text: str) -> None:
    assert encoding_without_mark(text.replace("\0", " ").encode()) is None
