"""Two embedding models as one: their vectors side by side, so that the cosine is a weighted mean of both cosines."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np

from grooveseek.models.manifest import BUILD_DIGITS
from grooveseek.models.protocol import Embedder, Matrix, Vector


class JoinedEmbedder:
    """Named as the second model, which is made for the first.

    With vectors of unit length and the second's of length `weight`, the cosine of two texts is the first's plus
    `weight` squared times the second's, by their sum.
    """

    def __init__(self, first: Embedder, second: Embedder, weight: float) -> None:
        self._first = first
        self._second = second
        length = math.hypot(1.0, weight)
        self._shares = np.float32(1 / length), np.float32(weight / length)
        self.identity = second.identity
        self.dimension = first.dimension + second.dimension
        self.window = first.window
        both = f"{first.build} {second.build} {weight}"
        self.build = hashlib.sha256(both.encode()).hexdigest()[:BUILD_DIGITS]

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension)."""
        return self._joined(self._first.embed_documents(texts), self._second.embed_documents(texts))

    def embed_query(self, text: str) -> Vector:
        vector: Vector = self._joined(self._first.embed_query(text)[None], self._second.embed_query(text)[None])[0]
        return vector

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension)."""
        return self._joined(self._first.embed_queries(texts), self._second.embed_queries(texts))

    def close(self) -> None:
        self._first.close()
        self._second.close()

    def _joined(self, first: Matrix, second: Matrix) -> Matrix:
        one, other = self._shares
        return np.concatenate((first * one, second * other), axis=1)
