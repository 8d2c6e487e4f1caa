"""Special tokens, the window, and the three kinds of tokenizer files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.tokenizer import Frame, Tokenizer, open_tokenizer
from support.conversion import write_tiny_tokenizer
from support.tiny_models import write_word_tokenizer

ROBERTA = Frame(before=(0,), after=(2,), between=(2, 2))
BERT = Frame(before=(90,), after=(91,), between=(91,), second_type=1)


def letters(text: str) -> list[int]:
    return [ord(letter) for letter in text]


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def tokenizer(frame: Frame, window: int) -> Tokenizer:
    return Tokenizer(numbers, frame, pad=1, window=window)


@pytest.mark.parametrize(
    ("text", "ids", "cut"),
    [
        ("", [0, 2], False),
        ("11 12", [0, 11, 12, 2], False),
        ("11 12 13", [0, 11, 12, 13, 2], False),
        ("11 12 13 14", [0, 11, 12, 13, 2], True),
    ],
)
def test_one_text_is_cut_at_the_window(text: str, ids: list[int], cut: bool) -> None:
    encoded = tokenizer(ROBERTA, 5).single(text)
    assert (encoded.ids, encoded.cut) == (ids, cut)
    assert encoded.types == [0] * len(ids)


@pytest.mark.parametrize(
    ("question", "text", "ids", "cut"),
    [
        ("31", "41 42", [0, 31, 2, 2, 41, 42, 2], False),
        ("31 32", "41 42 43", [0, 31, 32, 2, 2, 41, 42, 2], True),
        ("31 32 33", "41", [0, 31, 32, 33, 2, 2, 41, 2], False),
        # A question that alone would fill the window keeps half of it.
        ("31 32 33 34", "41 42 43", [0, 31, 32, 2, 2, 41, 42, 2], True),
        ("31 32 33 34 35 36", "41", [0, 31, 32, 2, 2, 41, 2], False),
    ],
)
def test_only_the_text_of_a_pair_is_cut(question: str, text: str, ids: list[int], cut: bool) -> None:
    encoded = tokenizer(ROBERTA, 8).pair(numbers(question), text)
    assert (encoded.ids, encoded.cut) == (ids, cut)
    assert set(encoded.types) == {0}


def test_types_tell_question_and_text_apart() -> None:
    encoded = tokenizer(BERT, 16).pair([31, 32], "41")
    assert encoded.ids == [90, 31, 32, 91, 41, 91]
    assert encoded.types == [0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("name", ["sp.model", "sp.table"])
def test_sentencepiece_files_use_robertas_frame(tmp_path: Path, name: str) -> None:
    write_tiny_tokenizer(tmp_path)
    opened = open_tokenizer(tmp_path / name, 16)
    assert opened.single("ab").ids == [0, 8, 2]
    assert opened.pair(opened.encode("ab"), "計算").ids == [0, 8, 2, 2, 4, 10, 2]
    assert opened.pad == 1


def test_json_files_bring_their_own_frame(tmp_path: Path) -> None:
    write_word_tokenizer(tmp_path / "tokenizer.json")
    opened = open_tokenizer(tmp_path / "tokenizer.json", 16)
    assert opened.frame == Frame(before=(2,), after=(3,), between=(3,), second_type=1)
    assert opened.single("The CAT sat on zebra").ids == [2, 10, 4, 6, 12, 1, 3]
    assert opened.pad == 0


def test_json_files_without_their_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_word_tokenizer(tmp_path / "tokenizer.json")
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelError, match=r'needs the package "tokenizers": install the extra "grooveseek\[hub\]"'):
        open_tokenizer(tmp_path / "tokenizer.json", 16)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sp.model", "is no sentencepiece model"),
        ("tokenizer.json", "is no tokenizer"),
        ("sp.table", "no tokenizer table"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / name).write_bytes(b"not one of these")
    with pytest.raises(ModelError, match=f"{tmp_path / name} .*{message.removeprefix('is ')}"):
        open_tokenizer(tmp_path / name, 16)
