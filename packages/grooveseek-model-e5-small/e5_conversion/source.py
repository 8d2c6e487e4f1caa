"""Reads the E5S1 file: dimensions, vocabulary and tensors of a small BERT encoder, matrices in 4-bit blocks.

Layout, little-endian: magic, version, seven int32 dimensions, epsilon, block size; the vocabulary (special ids,
offsets, scores, UTF-8 pieces); a table of normalised characters; a directory of tensors with their places in the file.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK = 32
"""Weights that share one scale."""
_BLOCK_LAYOUT = np.dtype([("scale", "<f2"), ("nibbles", "u1", BLOCK // 2)])


@dataclass(frozen=True)
class Dimensions:
    epsilon: float
    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int


@dataclass(frozen=True)
class Vocabulary:
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    """Log probability of each piece."""
    begin: int
    end: int
    pad: int
    unknown: int


@dataclass(frozen=True)
class Blocks:
    """A 4-bit tensor: weight = (code - 8) * scale of its block."""

    codes: NDArray[np.uint8]
    """Shape (blocks, 32), 0..15, in weight order."""
    scales: NDArray[np.float16]
    """Shape (blocks,)."""

    def dequantised(self) -> NDArray[np.float32]:
        """Shape (blocks * 32,)."""
        return ((self.codes.astype(np.float32) - 8) * self.scales.astype(np.float32)[:, None]).reshape(-1)


@dataclass(frozen=True)
class Source:
    dimensions: Dimensions
    vocabulary: Vocabulary
    tensors: dict[str, Blocks | NDArray[np.float32]]

    def blocks(self, name: str) -> Blocks:
        tensor = self.tensors[name]
        if not isinstance(tensor, Blocks):
            raise TypeError(f"{name} is not a 4-bit tensor")
        return tensor

    def floats(self, name: str, *shape: int) -> NDArray[np.float32]:
        """The tensor as float32, whichever way it is stored; `shape` is required to fit."""
        tensor = self.tensors[name]
        flat = tensor.dequantised() if isinstance(tensor, Blocks) else tensor
        return flat.reshape(shape)


class _Cursor:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self.data, self.place)
        self.place += struct.calcsize("<" + layout)
        return values

    def one(self, layout: str) -> int:
        return self.take(layout)[0]

    def real(self) -> float:
        return float(self.one("f"))

    def array(self, kind: str, count: int) -> NDArray[np.generic]:
        values = np.frombuffer(self.data, kind, count, self.place)
        self.place += values.nbytes
        return values

    def raw(self, length: int) -> bytes:
        self.place += length
        return self.data[self.place - length : self.place]


def read(path: Path) -> Source:
    """Read the whole file; raises `ValueError` where it is of another kind."""
    cursor = _Cursor(path.read_bytes())
    if cursor.raw(len(MAGIC)) != MAGIC:
        raise ValueError(f"{path} does not start with {MAGIC.decode()}")
    dimensions = _dimensions(cursor)
    vocabulary = _vocabulary(cursor)
    _skip_normaliser(cursor)
    return Source(dimensions, vocabulary, _tensors(cursor))


def _dimensions(cursor: _Cursor) -> Dimensions:
    _version = cursor.one("I")
    sizes = cursor.take("7i")
    dimensions = Dimensions(cursor.real(), *sizes)
    if (block := cursor.one("i")) != BLOCK:
        raise ValueError(f"blocks of {block} weights, expected {BLOCK}")
    return dimensions


def _vocabulary(cursor: _Cursor) -> Vocabulary:
    count, begin, end, pad, unknown = cursor.take("5i")
    length = cursor.one("Q")
    offsets = [int(offset) for offset in cursor.array("<u4", count + 1)]
    scores = cursor.array("<f4", count).astype(np.float32)
    text = cursor.raw(length)
    pieces = tuple(text[start:stop].decode() for start, stop in pairwise(offsets))
    return Vocabulary(pieces, scores, begin, end, pad, unknown)


def _skip_normaliser(cursor: _Cursor) -> None:
    _entries, length = cursor.take("iI")
    cursor.raw(length)


def _tensors(cursor: _Cursor) -> dict[str, Blocks | NDArray[np.float32]]:
    tensors: dict[str, Blocks | NDArray[np.float32]] = {}
    for _ in range(cursor.one("i")):
        name = cursor.raw(cursor.one("H")).decode()
        kind, count, offset, _length = cursor.take("BIQQ")
        if kind == 1:
            stored = np.frombuffer(cursor.data, _BLOCK_LAYOUT, count // BLOCK, offset)
            tensors[name] = Blocks(unpack_nibbles(stored["nibbles"]), stored["scale"])
        else:
            tensors[name] = np.frombuffer(cursor.data, "<f4", count, offset)
    return tensors


def unpack_nibbles(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 16) bytes to (n, 32) codes: the low halves are a block's first 16 weights, the high halves its last."""
    return np.concatenate([packed & 15, packed >> 4], axis=1)
