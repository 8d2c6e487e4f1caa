"""The seam to models: text to vectors, (question, text) to relevance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""Shape (dimension,), unit length."""
Matrix = NDArray[np.float32]
"""Shape (n, dimension), unit-length rows."""


class Embedder(Protocol):
    """Turns text into vectors. Safe to call from many threads at once."""

    @property
    def identity(self) -> str:
        """What the index records: a bare model id, or the provider's identity string."""
        ...

    @property
    def build(self) -> str:
        """Short hash of the weights and tokenizer; empty where the provider has none."""
        ...

    @property
    def dimension(self) -> int: ...

    @property
    def window(self) -> int:
        """Tokens of one input that the model sees; 0 when unknown."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Vectors of `texts`, row by row. A row never depends on the other texts.

        Raises `ModelError`; an HTTP provider raises `models.http.RefusedInputError` for an input it will not take.
        """
        ...

    def embed_query(self, text: str) -> Vector: ...

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        """Row by row what `embed_query` gives, in one go."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class Probing(Protocol):
    """An embedder that can be tried out before anything depends on it."""

    def probe(self) -> None:
        """Raises `ModelError`, which says that nothing was removed from the index, where it would embed nothing."""
        ...


class Reranker(Protocol):
    """A cross-encoder: reads question and text together. Safe to call from many threads at once."""

    @property
    def identity(self) -> str: ...

    def score(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Raw relevance, shape (n,), higher is better, unbounded; comparable within one call only."""
        ...

    def close(self) -> None: ...


class Models(Protocol):
    """The models a question may use. A method may block while a model loads, or give None rather than wait."""

    def embedder(self) -> Embedder | None: ...

    def reranker(self) -> Reranker | None: ...
