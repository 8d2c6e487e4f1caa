"""A local embedding model."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from grooveseek.errors import ModelError
from grooveseek.models.manifest import Manifest
from grooveseek.models.protocol import Matrix, Vector
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import Tokenizer
from grooveseek.models.workers import Workers

_POOLED_OUTPUTS = ("embedding", "sentence_embedding")


class LocalEmbedder:
    """Runs one text at a time on each of as many threads as there are cores.

    One at a time because graphs with 8-bit arithmetic scale their inputs over the whole batch, so a text's vector would
    depend on its neighbours; and because it is also the fastest way: nothing is padded.
    """

    def __init__(self, manifest: Manifest, session: Session, tokenizer: Tokenizer, threads: int | None = None) -> None:
        self._manifest = manifest
        self._session = session
        self._tokenizer = tokenizer
        self._output, self._is_pooled = _output(session, manifest)
        self._workers = Workers("embedder", threads)
        self._count = threading.Lock()
        self.truncated = 0
        """Documents and queries so far that were longer than the window, so that their ends were not seen."""

    @property
    def identity(self) -> str:
        return self._manifest.id

    @property
    def build(self) -> str:
        return self._manifest.build

    @property
    def dimension(self) -> int:
        return self._manifest.dimension

    @property
    def window(self) -> int:
        return self._manifest.window

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension)."""
        return self._embed_all([self._manifest.document_prefix + text for text in texts])

    def embed_query(self, text: str) -> Vector:
        return self._embed(self._manifest.query_prefix + text)

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension)."""
        return self._embed_all([self._manifest.query_prefix + text for text in texts])

    def close(self) -> None:
        self._workers.close()

    def _embed_all(self, texts: Sequence[str]) -> Matrix:
        matrix = np.empty((len(texts), self.dimension), np.float32)
        # Longest first, so that no thread is left with a long text while the others have nothing to do.
        order = sorted(range(len(texts)), key=lambda row: -len(texts[row]))

        def embed(row: int) -> None:
            matrix[row] = self._embed(texts[row])

        self._workers.map(embed, order)
        return matrix

    def _embed(self, text: str) -> Vector:
        encoded = self._tokenizer.single(text)
        if encoded.cut:
            with self._count:
                self.truncated += 1
        (states,) = self._session.run(self._output, [encoded], self._tokenizer.pad)
        if not self._is_pooled:
            states = states.mean(axis=0) if self._manifest.pooling == "mean" else states[0]
        length = float(np.linalg.norm(states))
        if states.shape != (self.dimension,) or not 0 < length < float("inf"):
            raise ModelError(
                f"{self.identity} gave a vector of shape {states.shape} and length {length}, expected {self.dimension} "
                "numbers; its files do not fit together"
            )
        unit: Vector = states / np.float32(length)
        return unit


def _output(session: Session, manifest: Manifest) -> tuple[str, bool]:
    """The output to ask for, and whether it is pooled already."""
    for name, axes in session.outputs.items():
        if axes == 2 and (name in _POOLED_OUTPUTS or manifest.pooling == "graph"):
            return name, True
    for name, axes in session.outputs.items():
        if axes == 3 and manifest.pooling != "graph":
            return name, False
    raise ModelError(f"the graph of {manifest.id} has no output with embeddings, only {', '.join(session.outputs)}")
