"""The integer forms of the weights."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

quantise = import_module("e5_conversion.quantise")


def test_rows_use_the_whole_seven_bit_range() -> None:
    codes, scales = quantise.quantise_rows(np.array([[1.0, -0.4, 0.0], [63.0, 31.4, -63.0]], np.float32))
    assert codes.tolist() == [[63, -25, 0], [63, 31, -63]]
    np.testing.assert_allclose(scales, [1 / 63, 1.0], rtol=1e-6)


def test_a_row_of_zeros_stays_zero() -> None:
    codes, scales = quantise.quantise_rows(np.zeros((1, 4), np.float32))
    assert codes.tolist() == [[0, 0, 0, 0]]
    assert scales.tolist() == [1.0]


@given(arrays.arrays(np.float32, (3, 8), elements=st.floats(-100, 100, width=32)))
def test_a_weight_is_off_by_at_most_half_a_scale(weights: NDArray[np.float32]) -> None:
    codes, scales = quantise.quantise_rows(weights)
    assert np.abs(codes).max() <= 63
    error = np.abs(codes * scales[:, None] - weights)
    assert (error <= scales[:, None] * 0.501 + 1e-30).all()


def test_int4_is_twos_complement_with_the_first_code_in_the_low_half() -> None:
    # -8, -7, -1, 0, 1, 7 as nibbles: 8, 9, F, 0, 1, 7
    assert quantise.pack_int4(np.array([0, 1, 7, 8, 9, 15], np.uint8)) == bytes([0x98, 0x0F, 0x71])
