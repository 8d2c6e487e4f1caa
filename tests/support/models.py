"""Doubles of the model seam for tests of other rooms: deterministic, instant, and similar for similar texts."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from grooveseek.models.protocol import Embedder, Matrix, Reranker, Vector


def _grams(text: str) -> Iterator[str]:
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    for size in (2, 3):
        for start in range(max(1, len(folded) - size + 1)):
            yield folded[start : start + size]


@dataclass
class HashEmbedder:
    """Bag of character 2- and 3-grams, hashed with a sign into `dimension` floats and normalised.

    Texts that share much of their wording get similar vectors, in any script; nothing is understood.
    """

    dimension: int = 64
    identity: str = "hash"
    build: str = "0"
    window: int = 512
    documents: list[str] = field(default_factory=list)
    """Every text embedded as a document so far, in order."""
    queries: list[str] = field(default_factory=list)
    closed: bool = False

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        self.documents.extend(texts)
        matrix = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            matrix[row] = self._vector(text)
        return matrix

    def embed_query(self, text: str) -> Vector:
        self.queries.append(text)
        return self._vector(text)

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        return np.array([self.embed_query(text) for text in texts])

    def close(self) -> None:
        self.closed = True

    def _vector(self, text: str) -> Vector:
        vector = np.zeros(self.dimension, np.float32)
        for gram in _grams(text):
            code = zlib.crc32(gram.encode("utf-8", "surrogatepass"))
            vector[(code >> 1) % self.dimension] += 1 if code & 1 else -1
        length = float(np.linalg.norm(vector))
        if length == 0.0:
            vector[0] = length = 1.0
        return vector / np.float32(length)


@dataclass
class OverlapReranker:
    """Relevance: the share of the question's grams that the text holds, spread over -5..5 like raw logits."""

    identity: str = "overlap"
    calls: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    closed: bool = False

    def score(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        self.calls.append((question, tuple(texts)))
        asked = set(_grams(question))
        shares = [len(asked & set(_grams(text))) / len(asked) for text in texts]
        return np.asarray(shares, np.float32) * 10 - 5

    def close(self) -> None:
        self.closed = True


@dataclass(frozen=True)
class GivenModels:
    """The `Models` seam over what a test hands in; None stands for a model that is not there (yet)."""

    given_embedder: Embedder | None = None
    given_reranker: Reranker | None = None

    def embedder(self) -> Embedder | None:
        return self.given_embedder

    def reranker(self) -> Reranker | None:
        return self.given_reranker
