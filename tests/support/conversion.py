"""A tiny encoder written as an E5S1 file, and a plain reading of the formulas to compare a converted graph with."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import erf, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HIDDEN, LAYERS, HEADS, WIDE, POSITIONS, EPSILON = 32, 2, 2, 64, 16, 1e-12
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", "a", "b", "c", "▁ab", "ab", "計算", "<mask>")
SCORES = (0.0, 0.0, 0.0, 0.0, -1.0, -2.0, -2.5, -3.0, -1.5, -2.2, -4.0, 0.0)
Floats = NDArray[np.float32]
Tensors = dict[str, Floats]


@dataclass(frozen=True)
class TinyEncoder:
    path: Path
    tensors: Tensors
    """What the file's tensors stand for, as float32."""


def write_tiny_encoder(path: Path) -> TinyEncoder:
    """Random weights from a fixed seed; matrices and embeddings as 4-bit blocks, biases and norms as floats."""
    random = np.random.default_rng(7)
    blocks: dict[str, tuple[NDArray[np.uint8], NDArray[np.float16], tuple[int, ...]]] = {}
    tensors: Tensors = {}

    def block(name: str, *shape: int) -> None:
        count = int(np.prod(shape)) // 32
        codes = random.integers(0, 16, (count, 32)).astype(np.uint8)
        scales = random.uniform(0.01, 0.05, count).astype(np.float16)
        blocks[name] = codes, scales, shape
        tensors[name] = ((codes.astype(np.float32) - 8) * scales.astype(np.float32)[:, None]).reshape(shape)

    def floats(name: str, length: int, middle: float) -> None:
        tensors[name] = (middle + random.normal(0, 0.1, length)).astype(np.float32)

    def norm(name: str) -> None:
        floats(f"{name}.w", HIDDEN, 1.0)
        floats(f"{name}.b", HIDDEN, 0.0)

    block("emb.word", len(PIECES), HIDDEN)
    block("emb.pos", POSITIONS, HIDDEN)
    block("emb.type", 2, HIDDEN)
    norm("emb.ln")
    for layer in range(LAYERS):
        for part in ("q", "k", "v", "ao", "fi", "fo"):
            outputs, inputs = {"fi": (WIDE, HIDDEN), "fo": (HIDDEN, WIDE)}.get(part, (HIDDEN, HIDDEN))
            block(f"l{layer}.{part}.w", outputs, inputs)
            floats(f"l{layer}.{part}.b", outputs, 0.0)
        norm(f"l{layer}.aln")
        norm(f"l{layer}.oln")
    path.write_bytes(_file(blocks, tensors))
    return TinyEncoder(path, tensors)


def _file(
    blocks: dict[str, tuple[NDArray[np.uint8], NDArray[np.float16], tuple[int, ...]]],
    tensors: Tensors,
) -> bytes:
    sizes = (HIDDEN, LAYERS, HEADS, WIDE, len(PIECES), POSITIONS, 2)
    text = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, text)]).astype("<u4")
    normaliser = struct.pack("<IBI", 0x3000, 1, 0x20)
    head = b"E5S1" + struct.pack("<I7ifi", 1, *sizes, EPSILON, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, text)))
    head += offsets.tobytes() + np.asarray(SCORES, "<f4").tobytes() + b"".join(text)
    head += struct.pack("<iI", 1, len(normaliser)) + normaliser + struct.pack("<i", len(tensors))
    place = len(head) + sum(2 + len(name) + 21 for name in tensors)
    directory, data = b"", b""
    for name, values in tensors.items():
        stored = values.tobytes()
        if name in blocks:
            codes, scales, _shape = blocks[name]
            packed = codes[:, :16] | codes[:, 16:] << 4
            stored = b"".join(scale.tobytes() + row.tobytes() for scale, row in zip(scales, packed, strict=True))
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", int(name in blocks), values.size, place + len(data), len(stored))
        data += stored
    return head + directory + data


def reference_embedding(tensors: Tensors, ids: list[int]) -> Floats:
    """The encoder in float arithmetic, straight from the formulas."""

    def norm(state: Floats, name: str) -> Floats:
        centred = state - state.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
        normed: Floats = centred / spread * tensors[f"{name}.w"] + tensors[f"{name}.b"]
        return normed

    def dense(state: Floats, name: str) -> Floats:
        product: Floats = state @ tensors[f"{name}.w"].T + tensors[f"{name}.b"]
        return product

    state = norm(tensors["emb.word"][ids] + tensors["emb.pos"][: len(ids)] + tensors["emb.type"][0], "emb.ln")
    for layer in range(LAYERS):
        query, key, value = (
            dense(state, f"l{layer}.{part}").reshape(len(ids), HEADS, -1).swapaxes(0, 1) for part in "qkv"
        )
        scores = np.exp(query @ key.swapaxes(1, 2) / np.sqrt(HIDDEN / HEADS))
        context = (scores / scores.sum(-1, keepdims=True) @ value).swapaxes(0, 1).reshape(len(ids), HIDDEN)
        state = norm(dense(context, f"l{layer}.ao") + state, f"l{layer}.aln")
        wide = dense(state, f"l{layer}.fi")
        state = norm(dense(wide * _normal_distribution(wide), f"l{layer}.fo") + state, f"l{layer}.oln")
    pooled = state.mean(0)
    unit: Floats = pooled / np.linalg.norm(pooled)
    return unit


def _normal_distribution(values: Floats) -> Floats:
    flat = [(1 + erf(value / sqrt(2))) / 2 for value in values.ravel().tolist()]
    return np.array(flat, np.float32).reshape(values.shape)


def write_tiny_tokenizer(directory: Path) -> None:
    """`sp.model` and `sp.table` of the tiny encoder's vocabulary."""
    from importlib import import_module

    vocabulary = import_module("e5_conversion.source").read(write_tiny_encoder(directory / "tiny.bin").path).vocabulary
    model: bytes = import_module("e5_conversion.tokenizer").sentencepiece_model(vocabulary)
    (directory / "sp.model").write_bytes(model)
    (directory / "sp.table").write_bytes(import_module("e5_conversion.table").piece_table(model))
