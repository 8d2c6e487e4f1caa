"""How an endpoint is spoken to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from grooveseek.config.environment import given
from grooveseek.config.keys import Embedding
from grooveseek.config.rules import given_text
from grooveseek.errors import ConfigError
from grooveseek.models.identity import http_identity

KEY_VARIABLE = "GROOVE_EMBEDDING_API_KEY"


@dataclass(frozen=True, slots=True)
class HttpSettings:
    endpoint: str
    """Full URL."""
    document_model: str
    query_model: str
    dimension: int
    request_dimensions: bool = False
    api_key: str | None = field(default=None, repr=False)
    timeout_seconds: float = 60.0
    max_input_chars: int = 8000
    max_retries: int = 3

    @property
    def identity(self) -> str:
        return http_identity(self.document_model, self.query_model, self.dimension)

    @property
    def shown_endpoint(self) -> str:
        """Origin and path: a query string may carry a secret."""
        url = urlsplit(self.endpoint)
        return f"{url.scheme}://{url.netloc}{url.path}"

    @property
    def line(self) -> str:
        """What is said when the endpoint is about to be used."""
        return (
            f"Embedding endpoint: {self.shown_endpoint} (documents: {self.document_model}, "
            f"queries: {self.query_model}, {self.dimension} dim)"
        )


def http_settings(embedding: Embedding, environ: Mapping[str, str]) -> HttpSettings:
    """The settings of an `[embedding]` section whose provider is an endpoint and that has been checked on reading.

    Raises `ConfigError` for a key that no header can carry.
    """
    model = given_text(embedding.model)
    document, query = given_text(embedding.document_model) or model, given_text(embedding.query_model) or model
    endpoint = given_text(embedding.endpoint)
    assert endpoint
    assert document
    assert query
    assert embedding.dimension
    return HttpSettings(
        endpoint=endpoint,
        document_model=document,
        query_model=query,
        dimension=embedding.dimension,
        request_dimensions=embedding.request_dimensions,
        api_key=_api_key(embedding, environ),
        timeout_seconds=embedding.timeout_seconds,
        max_input_chars=embedding.max_input_chars,
        max_retries=embedding.max_retries,
    )


def _api_key(embedding: Embedding, environ: Mapping[str, str]) -> str | None:
    key = given_text(given(environ, KEY_VARIABLE)) or given_text(embedding.api_key)
    if key and not (key.isascii() and key.isprintable()):
        raise ConfigError("the API key of the embedding endpoint holds characters that no HTTP header can carry")
    return key
