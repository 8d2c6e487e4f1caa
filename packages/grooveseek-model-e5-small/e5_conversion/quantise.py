"""The two integer forms the graph uses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CODE_LIMIT = 63
"""Matrix codes stay in -63..63. CPUs without VNNI add pairs of products in 16 bits; with full 8-bit codes those sums
saturate, and the same text would get another vector on another machine."""


def quantise_rows(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Symmetric codes of each row, and the rows' scales: row = codes * scale, off by at most half a scale.

    `weights` (n, k) gives int8 (n, k) and float32 (n,). A row of zeros gets scale 1.
    """
    scales = np.abs(weights).max(axis=1) / CODE_LIMIT
    scales[scales == 0] = 1
    codes = np.round(weights / scales[:, None]).astype(np.int8)
    return codes, scales.astype(np.float32)


def pack_int4(codes: NDArray[np.uint8]) -> bytes:
    """Codes 0..15 that stand for -8..7, in ONNX's INT4 layout: two's complement, two a byte, the first in the low half.

    `codes` has an even number of elements.
    """
    signed = (codes.reshape(-1, 2) + 8) & 15
    return (signed[:, 0] | signed[:, 1] << 4).astype(np.uint8).tobytes()
