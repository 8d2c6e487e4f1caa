"""Graphs that load, graphs that do not, and what a run is fed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from grooveseek.errors import ModelError
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import Encoded
from support.tiny_models import write_cross_encoder, write_embedder


def encoded(*ids: int) -> Encoded:
    return Encoded(list(ids), [0] * len(ids), cut=False)


def test_outputs_and_their_axes(tmp_path: Path) -> None:
    write_embedder(tmp_path / "model.onnx", 8)
    session = Session(tmp_path / "model.onnx")
    assert session.outputs == {"last_hidden_state": 3}
    assert session.inputs == {"input_ids", "attention_mask", "token_type_ids"}


def test_shorter_inputs_are_padded_and_masked(tmp_path: Path) -> None:
    write_cross_encoder(tmp_path / "model.onnx", special=4)
    session = Session(tmp_path / "model.onnx")
    short = Encoded([5, 5], [0, 1], cut=False)
    long = Encoded([5, 6, 5, 5], [0, 0, 1, 1], cut=False)
    assert session.run("logits", [short, long], pad=5).tolist() == [[0.5], [1.5]]


def test_a_missing_or_damaged_graph_is_named(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no graph")
    for name in ("model.onnx", "gone.onnx"):
        with pytest.raises(ModelError, match=rf"{name} cannot be loaded \(.*\); its files may be incomplete") as caught:
            Session(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_a_graph_that_wants_something_else_is_refused(tmp_path: Path) -> None:
    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1])
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    graph = helper.make_graph([helper.make_node("Identity", ["pixels"], ["y"])], "g", [pixels], [output])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), tmp_path / "m.onnx")
    with pytest.raises(ModelError, match=r"wants the inputs \['pixels'\]"):
        Session(tmp_path / "m.onnx")


def test_a_token_the_graph_does_not_know_is_an_error_of_the_model(tmp_path: Path) -> None:
    write_embedder(tmp_path / "model.onnx", 8, rows=4)
    with pytest.raises(ModelError, match="the model failed on an input of 2 tokens"):
        Session(tmp_path / "model.onnx").run("last_hidden_state", [encoded(2, 9)], pad=0)


def test_results_are_float32(tmp_path: Path) -> None:
    write_embedder(tmp_path / "model.onnx", 8)
    result = Session(tmp_path / "model.onnx").run("last_hidden_state", [encoded(2, 3, 4)], pad=0)
    assert result.shape == (1, 3, 8)
    assert result.dtype == np.float32


def test_loading_a_model_reports_to_nobody(tmp_path: Path) -> None:
    write_embedder(tmp_path / "model.onnx", 8)
    home = tmp_path / "home"
    home.mkdir()
    dropped = {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME", "CI", "TF_BUILD", "GITHUB_ACTIONS"}
    environment = {key: value for key, value in os.environ.items() if key not in dropped}
    program = "import pathlib, sys; from grooveseek.models.session import Session; Session(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", program, str(tmp_path / "model.onnx")]
    subprocess.run(command, env={**environment, "HOME": str(home)}, check=True, timeout=60)
    assert list(home.rglob("*")) == []
