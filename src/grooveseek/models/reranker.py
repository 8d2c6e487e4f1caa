"""A local cross-encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from grooveseek.errors import ModelError
from grooveseek.models.manifest import Manifest
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import Encoded, Tokenizer
from grooveseek.models.workers import Workers

BATCH = 8
"""Pairs run together. Rerankers are large: each run reads all weights, which a batch shares."""
PADDING = 0.1
"""Share of a pair that may be padding before it goes into another batch."""


class LocalReranker:
    """Scores pairs of question and text: the raw output of the graph, higher is better."""

    def __init__(self, manifest: Manifest, session: Session, tokenizer: Tokenizer, threads: int | None = None) -> None:
        self._manifest = manifest
        self._session = session
        self._tokenizer = tokenizer
        self._output = next(iter(session.outputs))
        self._workers = Workers("reranker", threads)

    @property
    def identity(self) -> str:
        return self._manifest.id

    def score(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        asked = self._tokenizer.encode(question)
        pairs = [self._tokenizer.pair(asked, text) for text in texts]
        scores = np.empty(len(texts), np.float32)

        def run(rows: list[int]) -> None:
            scores[rows] = self._logits([pairs[row] for row in rows])

        self._workers.map(run, list(batches([len(pair.ids) for pair in pairs])))
        return scores

    def close(self) -> None:
        self._workers.close()

    def _logits(self, batch: list[Encoded]) -> NDArray[np.float32]:
        logits = self._session.run(self._output, batch, self._tokenizer.pad)
        if logits.size != len(batch):
            raise ModelError(f"{self.identity} gave {logits.shape} numbers for {len(batch)} pairs; it is no reranker")
        return logits.reshape(len(batch))


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Rows of inputs of similar length, longest batch first."""
    batch: list[int] = []
    for row in sorted(range(len(lengths)), key=lambda row: -lengths[row]):
        if batch and (len(batch) == BATCH or lengths[row] < lengths[batch[0]] * (1 - PADDING)):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch
