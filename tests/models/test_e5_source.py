"""Reading the published weights."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from support.conversion import PIECES, SCORES, write_tiny_encoder

source = import_module("e5_conversion.source")


def test_a_block_holds_its_first_half_in_the_low_nibbles() -> None:
    packed = np.arange(16, dtype=np.uint8)[None] | np.uint8(0xA0)
    codes = source.unpack_nibbles(packed)
    assert codes.shape == (1, 32)
    assert codes[0].tolist() == [*range(16), *[10] * 16]


def test_code_eight_stands_for_zero() -> None:
    codes = np.full((2, 32), 8, np.uint8)
    codes[0, 0], codes[1, 31] = 0, 15
    weights = source.Blocks(codes, np.array([0.5, 2.0], np.float16)).dequantised()
    assert weights[0] == -4.0
    assert weights[63] == 14.0
    assert np.count_nonzero(weights) == 2


def test_the_whole_file_is_read(tmp_path: Path) -> None:
    tiny = write_tiny_encoder(tmp_path / "tiny.bin")
    read = source.read(tiny.path)
    assert read.vocabulary.pieces == PIECES
    assert read.vocabulary.scores.tolist() == pytest.approx(SCORES)
    assert (read.vocabulary.begin, read.vocabulary.pad) == (0, 1)
    assert (read.vocabulary.end, read.vocabulary.unknown) == (2, 3)
    assert (read.dimensions.hidden, read.dimensions.layers, read.dimensions.heads) == (32, 2, 2)
    assert (read.dimensions.feed_forward, read.dimensions.positions, read.dimensions.token_types) == (64, 16, 2)
    assert read.tensors.keys() == tiny.tensors.keys()
    for name, expected in tiny.tensors.items():
        np.testing.assert_array_equal(read.floats(name, *expected.shape), expected, name)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match="does not start with E5S1"):
        source.read(path)


def test_a_float_tensor_has_no_blocks(tmp_path: Path) -> None:
    read = source.read(write_tiny_encoder(tmp_path / "tiny.bin").path)
    with pytest.raises(TypeError, match=r"emb\.ln\.w"):
        read.blocks("emb.ln.w")
