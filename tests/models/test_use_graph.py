"""The graph of the second small model, run by onnxruntime, against the formulas."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from grooveseek.models.manifest import damaged_files, read_manifest

graph = import_module("use_conversion.graph")
conversion = import_module("use_conversion.__main__")

Floats = NDArray[np.float64]
WIDTH, CHANNELS, INNER, ROWS = 16, 8, 12, 3
"""Three rows in each of the 17 parts: 51 tokens."""


def tiny_weights() -> dict[str, NDArray[Any]]:
    chance = np.random.default_rng(3)

    def matrix(*shape: int) -> NDArray[np.float32]:
        return chance.normal(scale=shape[0] ** -0.5, size=shape).astype(np.float32)

    features = WIDTH + 3 * CHANNELS
    weights: dict[str, NDArray[Any]] = {
        f"q{part}": chance.integers(0, 64, (ROWS, WIDTH), np.uint8) for part in range(1, 18)
    }
    weights |= {"scale": chance.uniform(0.02, 0.05, 17).astype(np.float32), "lo": np.full(17, -1.1, np.float32)}
    for order in (2, 3, 5):
        weights |= {f"proj{order}": matrix(WIDTH, CHANNELS), f"proj_b{order}": matrix(CHANNELS)}
        weights |= {f"ln_g{order}": matrix(CHANNELS) + 1, f"ln_b{order}": matrix(CHANNELS)}
        for layer in ("1", "2"):
            weights |= {f"w{layer}_{order}": matrix(order * CHANNELS, CHANNELS), f"b{layer}_{order}": matrix(CHANNELS)}
    weights |= {"ln_g": matrix(features) + 1, "ln_b": matrix(features), "eps": np.array(1e-6, np.float32)}
    weights |= {"cnn_W": matrix(features, WIDTH), "cnn_b": matrix(WIDTH)}
    weights |= {"d0": matrix(WIDTH, INNER), "d1": matrix(INNER, INNER), "p1": matrix(WIDTH, INNER)}
    weights |= {"d2": matrix(INNER, WIDTH), "p3": matrix(INNER, WIDTH), "d3": matrix(WIDTH, WIDTH)}
    return weights


def reference(w: dict[str, NDArray[Any]], ids: list[int]) -> Floats:
    """Token by token, as the encoder is described."""

    def norm(rows: Floats, gain: Floats, bias: Floats) -> Floats:
        middle = rows - rows.mean(axis=1, keepdims=True)
        return np.asarray(middle / np.sqrt((middle**2).mean(axis=1, keepdims=True) + 1e-6) * gain + bias)

    tokens = np.array([w[f"q{i % 17 + 1}"][i // 17] * w["scale"][i % 17] + w["lo"][i % 17] for i in ids], np.float64)
    joined = {
        name: np.concatenate([w[f"{name}{order}"] for order in (2, 3, 5)], axis=-1)
        for name in ("proj", "proj_b", "ln_g", "ln_b")
    }
    state = norm(tokens @ joined["proj"] + joined["proj_b"], joined["ln_g"], joined["ln_b"])
    parts = [tokens]
    for number, (order, before) in enumerate(((2, 0), (3, 1), (5, 2))):
        part = state[:, number * CHANNELS : (number + 1) * CHANNELS]
        for layer in ("1", "2"):
            rows = []
            for place in range(len(ids)):
                seen = range(place - before, place - before + order)
                window = [part[at] if 0 <= at < len(ids) else np.zeros(CHANNELS) for at in seen]
                product = np.concatenate(window) @ w[f"w{layer}_{order}"] + w[f"b{layer}_{order}"]
                rows.append(np.maximum(product, 0) + part[place])
            part = np.array(rows)
        parts.append(part)
    features = norm(np.concatenate(parts, axis=1), w["ln_g"], w["ln_b"])
    mean = (features @ w["cnn_W"] + w["cnn_b"]).sum(axis=0) / np.sqrt(len(ids))
    first = np.maximum(mean @ w["d0"], 0)
    second = np.maximum(mean @ w["p1"] + first @ w["d1"], 0)
    third = np.maximum(second @ w["d2"], 0)
    last = np.tanh(second @ w["p3"] + third @ w["d3"])
    return np.asarray(last / np.linalg.norm(last))


@pytest.fixture(scope="module")
def session() -> Any:
    model = graph.encoder(tiny_weights()).SerializeToString()
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("ids", [[1, 2], [1, 44, 2], [1, 17, 34, 50, 2], [1, *range(3, 40), 2]])
def test_the_graph_computes_the_encoder(session: Any, ids: list[int]) -> None:
    (vector,) = session.run(["embedding"], {"input_ids": np.array([ids], np.int64)})[0]

    assert vector.shape == (WIDTH,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    # What is lost is the rounding to eight bits.
    assert vector @ reference(tiny_weights(), ids) > 0.995


def test_a_token_has_its_row_in_the_part_of_its_remainder() -> None:
    weights = tiny_weights()

    table = graph.token_table(weights)

    assert table.shape == (17 * ROWS, WIDTH)
    np.testing.assert_array_equal(table[0], weights["q1"][0])
    np.testing.assert_array_equal(table[20], weights["q4"][1])


def test_the_manifest_says_what_it_is_joined_to(tmp_path: Path) -> None:
    np.savez(tmp_path / "weights.npz", **tiny_weights())  # type: ignore[arg-type]
    directory = tmp_path / "model"
    directory.mkdir()
    (directory / "sp.model").write_bytes(b"a tokenizer")

    conversion.convert(tmp_path / "weights.npz", directory)

    manifest = read_manifest(directory)
    assert manifest is not None
    assert (manifest.id, manifest.joined_to, manifest.weight) == ("e5-small-use", "multilingual-e5-small", 0.4)
    assert set(manifest.files) == {"model.onnx", "model.bin", "sp.model"}
    assert damaged_files(directory, manifest) == []
