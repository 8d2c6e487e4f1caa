"""Tiny models written with independent libraries: their answers follow from how they are made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "cat", "dog", "sat", "mat", "ran", "far", "the", "a", "on", "red", "blue")
"""Token ids are places in this tuple."""


def write_word_tokenizer(path: Path, words: Sequence[str] = WORDS) -> None:
    """A `tokenizer.json` of whole lower-case words, with BERT's special tokens and token types."""
    import tokenizers
    from tokenizers import models, normalizers, pre_tokenizers, processors

    made = tokenizers.Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", words.index("[CLS]")), ("[SEP]", words.index("[SEP]"))],
    )
    made.enable_truncation(3)  # what a published file may carry; the model's own window is what counts
    made.save(str(path))


def write_embedder(path: Path, dimension: int, rows: int = len(WORDS), pooled: bool = False) -> None:
    """Mean of one fixed random vector a token.

    `last_hidden_state` holds that mean at every token, so that the first one stands for the text as in BERT's pooling;
    with `pooled` the one output is `embedding`, the mean itself.
    """
    table = np.random.default_rng(5).normal(size=(rows, dimension)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["tokens"]),
        helper.make_node("ReduceMean", ["tokens", "axes"], ["embedding" if pooled else "mean"], keepdims=1 - pooled),
    ]
    outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["b", dimension])]
    if not pooled:
        nodes += [
            helper.make_node("Mul", ["tokens", "zero"], ["zeros"]),
            helper.make_node("Add", ["mean", "zeros"], ["last_hidden_state"]),
        ]
        outputs = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["b", "s", dimension])]
    constants = {"table": table, "axes": np.array([1]), "zero": np.zeros(1, np.float32)}
    _save(path, nodes, outputs, constants)


def write_cross_encoder(path: Path, *, special: int) -> None:
    """Logit: in how many ways a token of the text equals one of the question, less one half.

    Question and text are told apart by token type; ids below `special` match nothing.
    """
    nodes = [
        helper.make_node("GreaterOrEqual", ["input_ids", "special"], ["word"]),
        helper.make_node("Cast", ["attention_mask"], ["attended"], to=TensorProto.BOOL),
        helper.make_node("And", ["word", "attended"], ["counted"]),
        helper.make_node("Cast", ["token_type_ids"], ["in_text"], to=TensorProto.BOOL),
        helper.make_node("Not", ["in_text"], ["in_question"]),
        *_matches(),
    ]
    constants = {"special": np.array(special), **_MATCH_CONSTANTS}
    _save(path, nodes, [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 1])], constants)


def write_roberta_cross_encoder(path: Path, *, end: int) -> None:
    """The same for models without token types: the question ends at the first `end` token, the text begins behind it.

    Ids of `end` or below match nothing.
    """
    nodes = [
        helper.make_node("Greater", ["input_ids", "end"], ["word"]),
        helper.make_node("Cast", ["attention_mask"], ["attended"], to=TensorProto.BOOL),
        helper.make_node("And", ["word", "attended"], ["counted"]),
        helper.make_node("Equal", ["input_ids", "end"], ["is_end"]),
        helper.make_node("Cast", ["is_end"], ["ends"], to=TensorProto.INT64),
        helper.make_node("CumSum", ["ends", "axis"], ["ended"]),
        helper.make_node("Equal", ["ended", "nothing"], ["in_question"]),
        helper.make_node("Equal", ["ended", "two"], ["in_text"]),
        *_matches(),
    ]
    constants = {
        "end": np.array(end), "axis": np.array(1), "nothing": np.array(0), "two": np.array(2), **_MATCH_CONSTANTS
    }  # fmt: skip
    _save(path, nodes, [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 1])], constants, types=False)


_MATCH_CONSTANTS = {
    "first": np.array([1]),
    "second": np.array([2]),
    "pairs": np.array([1, 2]),
    "half": np.array(0.5, np.float32),
}


def _matches() -> list[onnx.NodeProto]:
    """From `counted`, `in_question` and `in_text` to `logits`."""
    return [
        helper.make_node("And", ["counted", "in_question"], ["asked"]),
        helper.make_node("And", ["counted", "in_text"], ["told"]),
        helper.make_node("Unsqueeze", ["input_ids", "second"], ["ids_down"]),
        helper.make_node("Unsqueeze", ["input_ids", "first"], ["ids_across"]),
        helper.make_node("Equal", ["ids_down", "ids_across"], ["same"]),
        helper.make_node("Unsqueeze", ["asked", "second"], ["asked_down"]),
        helper.make_node("Unsqueeze", ["told", "first"], ["told_across"]),
        helper.make_node("And", ["same", "asked_down"], ["same_asked"]),
        helper.make_node("And", ["same_asked", "told_across"], ["match"]),
        helper.make_node("Cast", ["match"], ["match_counts"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["match_counts", "pairs"], ["count"], keepdims=0),
        helper.make_node("Sub", ["count", "half"], ["flat"]),
        helper.make_node("Unsqueeze", ["flat", "first"], ["logits"]),
    ]


def _save(
    path: Path,
    nodes: list[onnx.NodeProto],
    outputs: list[onnx.ValueInfoProto],
    constants: dict[str, np.ndarray[Any, Any]],
    *,
    types: bool = True,
) -> None:
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if types else [])]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "s"]) for name in names]
    kept = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, kept)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), path)


def write_manifest(directory: Path, **fields: object) -> None:
    manifest = {"format": 1, "window": 32, "licence": "MIT", "build": "tiny", **fields}
    (directory / "model.json").write_text(json.dumps(manifest), encoding="utf-8")
