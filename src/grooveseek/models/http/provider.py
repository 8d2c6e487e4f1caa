"""The `Embedder` over an HTTP endpoint."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from grooveseek.errors import ModelError
from grooveseek.models.http.errors import EndpointError, RefusedInputError
from grooveseek.models.http.reply import largest_body, vectors_in
from grooveseek.models.http.request import batches, request_body
from grooveseek.models.http.retry import Clock, with_retries
from grooveseek.models.http.settings import HttpSettings
from grooveseek.models.http.transport import Transport
from grooveseek.models.protocol import Matrix, Vector

PROBE_TEXT = "GrooveSeek endpoint probe"


class HttpEmbedder:
    """Asks for vectors in batches, one request at a time; a retry sends its own batch alone again."""

    def __init__(self, settings: HttpSettings, clock: Clock | None = None) -> None:
        """Opens no connection."""
        self._settings = settings
        self._clock = clock or Clock()
        self._transport = Transport(settings)
        self._count = threading.Lock()
        self.accepted = 0
        """Batches of documents the endpoint has taken so far."""

    @property
    def identity(self) -> str:
        return self._settings.identity

    @property
    def build(self) -> str:
        return ""

    @property
    def dimension(self) -> int:
        return self._settings.dimension

    @property
    def window(self) -> int:
        return 0

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension). Raises `RefusedInputError`, `EndpointError`."""
        return self._embed_batches(self._settings.document_model, texts)

    def embed_query(self, text: str) -> Vector:
        """Raises `RefusedInputError`, `EndpointError`."""
        vector: Vector = self._embed(self._settings.query_model, [text])[0]
        return vector

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension). Raises `RefusedInputError`, `EndpointError`."""
        return self._embed_batches(self._settings.query_model, texts)

    def probe(self) -> None:
        """Embed one fixed text, to learn before an index is emptied whether the endpoint would fill it.

        Raises `EndpointError`, whatever the failure.
        """
        try:
            self._embed(self._settings.document_model, [PROBE_TEXT])
        except ModelError as error:
            raise EndpointError(
                f"the embedding endpoint did not pass its probe, so the index was left as it was and nothing was "
                f"removed: {error}"
            ) from error.__cause__

    def close(self) -> None:
        self._transport.close()

    def _embed_batches(self, model: str, texts: Sequence[str]) -> Matrix:
        parts = [np.empty((0, self.dimension), np.float32)]
        for batch in batches(texts):
            try:
                parts.append(self._embed(model, batch))
            except RefusedInputError as error:
                error.accepted = len(parts) - 1
                raise
            with self._count:
                self.accepted += 1
        return np.concatenate(parts)

    def _embed(self, model: str, texts: Sequence[str]) -> Matrix:
        body = request_body(model, texts, self._settings)
        largest = largest_body(len(texts), self.dimension)

        def send() -> Matrix:
            return vectors_in(self._transport.post(body, largest), len(texts), self.dimension)

        return with_retries(send, self._settings.max_retries, self._clock)
