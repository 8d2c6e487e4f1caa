"""A cross-encoder whose logits follow from its making: matches of question and text, less one half."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.manifest import Manifest
from grooveseek.models.protocol import Reranker
from grooveseek.models.reranker import LocalReranker, batches
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import open_tokenizer
from support.conversion import PIECES, write_tiny_tokenizer
from support.tiny_models import (
    write_cross_encoder,
    write_embedder,
    write_roberta_cross_encoder,
    write_word_tokenizer,
)


def manifest(window: int) -> Manifest:
    return Manifest(id="tiny", kind="reranker", window=window, licence="MIT")


def word_reranker(directory: Path, window: int = 32) -> LocalReranker:
    write_word_tokenizer(directory / "tokenizer.json")
    write_cross_encoder(directory / "model.onnx", special=4)
    tokenizer = open_tokenizer(directory / "tokenizer.json", window)
    return LocalReranker(manifest(window), Session(directory / "model.onnx"), tokenizer, threads=2)


def test_scores_are_the_raw_output_in_the_order_of_the_texts(tmp_path: Path) -> None:
    reranker: Reranker = word_reranker(tmp_path)
    texts = ["the dog ran far", "the red cat sat", "a mat", "the cat sat on the mat"]
    assert reranker.score("the cat", texts).tolist() == [0.5, 1.5, -0.5, 2.5]
    assert reranker.identity == "tiny"


def test_question_and_text_are_not_mixed_up(tmp_path: Path) -> None:
    reranker = word_reranker(tmp_path)
    assert reranker.score("cat cat", ["dog dog dog"]).tolist() == [-0.5]
    assert reranker.score("dog", ["dog dog dog"]).tolist() == [2.5]


def test_a_long_text_loses_its_end_and_the_question_nothing(tmp_path: Path) -> None:
    # 10 = [CLS] + 2 of the question + [SEP] + 5 of the text + [SEP]
    reranker = word_reranker(tmp_path, window=10)
    assert reranker.score("red blue", ["a a a a red", "a a a a a red", "blue a a a a a a a"]).tolist() == [
        0.5,
        -0.5,
        0.5,
    ]


def test_many_texts_of_all_lengths(tmp_path: Path) -> None:
    reranker = word_reranker(tmp_path)
    texts = ["cat " * (number % 7) + "far " * (number % 11) for number in range(60)]
    assert reranker.score("cat", texts).tolist() == [number % 7 - 0.5 for number in range(60)]


def test_no_texts(tmp_path: Path) -> None:
    assert word_reranker(tmp_path).score("cat", []).shape == (0,)


def test_models_without_token_types_see_robertas_frame(tmp_path: Path) -> None:
    write_tiny_tokenizer(tmp_path)
    write_roberta_cross_encoder(tmp_path / "model.onnx", end=PIECES.index("▁"))
    write_roberta_cross_encoder(tmp_path / "model.onnx", end=2)
    tokenizer = open_tokenizer(tmp_path / "sp.model", 32)
    reranker = LocalReranker(manifest(32), Session(tmp_path / "model.onnx"), tokenizer)
    # "ab" is ▁ab; "計算" is ▁ 計算; an unknown run is <unk>, which counts as a token like any other.
    assert reranker.score("ab", ["計算", "ab", "ab ab"]).tolist() == [-0.5, 0.5, 1.5]


def test_a_graph_that_scores_no_pairs_is_refused(tmp_path: Path) -> None:
    write_word_tokenizer(tmp_path / "tokenizer.json")
    write_embedder(tmp_path / "model.onnx", 8, pooled=True)
    tokenizer = open_tokenizer(tmp_path / "tokenizer.json", 32)
    reranker = LocalReranker(manifest(32), Session(tmp_path / "model.onnx"), tokenizer)
    with pytest.raises(ModelError, match=r"gave \(1, 8\) numbers for 1 pairs; it is no reranker"):
        reranker.score("cat", ["dog"])


@pytest.mark.parametrize(
    ("lengths", "rows"),
    [
        ([], []),
        ([5], [[0]]),
        ([10, 100, 95, 11], [[1, 2], [3, 0]]),
        ([100, 89], [[0], [1]]),
        ([7] * 9, [[0, 1, 2, 3, 4, 5, 6, 7], [8]]),
    ],
)
def test_batches_hold_inputs_of_similar_length(lengths: list[int], rows: list[list[int]]) -> None:
    assert list(batches(lengths)) == rows
