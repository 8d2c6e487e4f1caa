"""The converted graph, run by onnxruntime, against the formulas."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

from support.conversion import TinyEncoder, reference_embedding, write_tiny_encoder

source = import_module("e5_conversion.source")
graph = import_module("e5_conversion.graph")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> TinyEncoder:
    return write_tiny_encoder(tmp_path_factory.mktemp("e5") / "tiny.bin")


@pytest.fixture(scope="module")
def session(tiny: TinyEncoder) -> Any:
    model = graph.encoder(source.read(tiny.path)).SerializeToString()
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def embed(session: Any, ids: list[int], padding: int = 0) -> Any:
    feed = {
        "input_ids": np.array([ids + [1] * padding], np.int64),
        "attention_mask": np.array([[1] * len(ids) + [0] * padding], np.int64),
    }
    return session.run(["embedding"], feed)[0][0]


@pytest.mark.parametrize("ids", [[0, 2], [0, 8, 7, 2], [0, *([5, 9, 10, 3] * 3), 4, 6, 2]])
def test_graph_computes_the_encoder(tiny: TinyEncoder, session: Any, ids: list[int]) -> None:
    vector = embed(session, ids)
    assert vector.shape == (32,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert vector @ reference_embedding(tiny.tensors, ids) > 0.999


def test_padding_hardly_moves_a_vector(session: Any) -> None:
    ids = [0, 8, 7, 10, 2]
    assert embed(session, ids) @ embed(session, ids, padding=6) > 0.999


def test_order_of_words_matters(session: Any) -> None:
    assert embed(session, [0, 5, 6, 7, 2]) @ embed(session, [0, 7, 6, 5, 2]) < 0.999


def test_graph_passes_the_checker(tiny: TinyEncoder, tmp_path: Path) -> None:
    model = graph.encoder(source.read(tiny.path))
    onnx.checker.check_model(model)
    assert [value.name for value in model.graph.input] == ["input_ids", "attention_mask"]
    assert [value.name for value in model.graph.output] == ["embedding"]


def test_same_weights_give_the_same_bytes(tiny: TinyEncoder) -> None:
    first, second = (graph.encoder(source.read(tiny.path)).SerializeToString() for _ in range(2))
    assert first == second
