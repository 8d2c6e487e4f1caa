"""Eight-bit codes of vectors: small enough to scan whole, near enough to find what is worth an exact look.

A segment's vectors are coded as their difference from the segment's mean, each row scaled by its own largest
component, because models such as E5 put all vectors into a narrow cone: without the mean the codes would spend their
range on what all rows share.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.models.protocol import Matrix, Vector

_ROUNDING = 1e-5
"""What single precision may add to a difference of components."""

Codes = NDArray[np.int8]
"""Shape (n, dimension), -127..127."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A block of coded vectors, by chunk id ascending. Row i stands for `centre + scales[i] * codes[i]`."""

    chunk_ids: NDArray[np.int64]
    centre: Vector
    scales: NDArray[np.float32]
    codes: Codes

    def __len__(self) -> int:
        return len(self.chunk_ids)


def _scaled(rows: Matrix) -> tuple[NDArray[np.float32], Codes]:
    largest = np.abs(rows).max(axis=1)
    scales = np.where(largest > 0, largest / 127, 1).astype(np.float32)
    return scales, np.rint(rows / scales[:, None]).astype(np.int8)


def strangers(segment: Segment, rows: NDArray[np.intp], vectors: Matrix) -> NDArray[np.intp]:
    """Those of the rows that do not stand for their vectors, which are those of `rows`, as near as eight bits allow."""
    if vectors.shape[1] != len(segment.centre):
        return rows
    scales = segment.scales[rows][:, None]
    away = np.abs(segment.centre + scales * segment.codes[rows] - vectors)
    # Rounding takes half a step. Nothing is near what is no number.
    near = away <= 0.51 * np.abs(scales) + _ROUNDING
    return rows[~near.all(axis=1)]


def encode(chunk_ids: NDArray[np.int64], vectors: Matrix) -> Segment:
    """Code vectors whose chunk ids are ascending."""
    centre = vectors.mean(axis=0, dtype=np.float64).astype(np.float32)
    scales, codes = _scaled(vectors - centre)
    return Segment(chunk_ids, centre, scales, codes)


@dataclass(frozen=True, slots=True)
class CodedQuery:
    """A question's vector, exact and coded."""

    vector: Vector
    scale: np.float32
    codes: Codes

    @classmethod
    def of(cls, vector: Vector) -> CodedQuery:
        scales, codes = _scaled(vector[None, :])
        return cls(vector, scales[0], codes)

    def scores(self, segment: Segment, rows: NDArray[np.intp] | None = None) -> NDArray[np.float32]:
        """Approximate cosines with the rows named, or with all."""
        if rows is None:
            products = dots(self.codes, segment.codes)
            scales = segment.scales
        else:
            # Scanning a whole segment costs about what copying an eighth of its rows out does.
            few = len(rows) * 8 < len(segment)
            products = dots(self.codes, segment.codes[rows]) if few else dots(self.codes, segment.codes)[rows]
            scales = segment.scales[rows]
        offset = np.float32(self.vector @ segment.centre)
        return offset + self.scale * scales * products


def dots(query: Codes | Matrix, rows: Codes | Matrix) -> NDArray[np.float32]:
    """Inner products of one row with many, shape (n,). Equal rows give equal numbers wherever they lie."""
    import numkong

    products: NDArray[np.float32] = np.asarray(numkong.cdist(query, rows, "dot"), np.float32).ravel()
    return products
