"""The vocabulary as a sentencepiece model."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from support.conversion import PIECES, write_tiny_encoder

source = import_module("e5_conversion.source")
tokenizer = import_module("e5_conversion.tokenizer")


@pytest.fixture
def model(tmp_path: Path) -> bytes:
    vocabulary = source.read(write_tiny_encoder(tmp_path / "tiny.bin").path).vocabulary
    written = tokenizer.sentencepiece_model(vocabulary)
    assert isinstance(written, bytes)
    assert written == tokenizer.sentencepiece_model(vocabulary)
    return written


def ids(model: bytes, text: str) -> list[str]:
    processor: Any = sentencepiece.SentencePieceProcessor(model_proto=model)
    return [PIECES[index] for index in processor.encode(text)]


def test_ids_are_those_of_the_encoder(model: bytes) -> None:
    processor: Any = sentencepiece.SentencePieceProcessor(model_proto=model)
    assert processor.get_piece_size() == len(PIECES)
    assert [processor.id_to_piece(index) for index in range(len(PIECES))] == list(PIECES)
    assert (processor.bos_id(), processor.pad_id(), processor.eos_id(), processor.unk_id()) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ab", ["▁ab"]),
        ("cab", ["▁", "c", "ab"]),
        ("ab  ab", ["▁ab", "▁ab"]),
        ("ＡＢ", ["▁", "<unk>"]),
        ("ａｂ", ["▁ab"]),
        ("計算", ["▁", "計算"]),
        ("<s>", ["▁", "<unk>"]),
        ("<mask>", ["▁", "<unk>", "a", "<unk>"]),
    ],
)
def test_best_segmentation_after_normalising(model: bytes, text: str, pieces: list[str]) -> None:
    assert ids(model, text) == pieces
