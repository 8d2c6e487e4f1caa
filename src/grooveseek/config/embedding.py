"""Where vectors come from in this run: the command line, the file and the environment settled into one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from grooveseek.config.keys import Config, ModelId
from grooveseek.config.kinds import Secret
from grooveseek.config.rules import given_text


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model on this machine, by its id."""

    model: ModelId


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An HTTP endpoint in the OpenAI format."""

    url: str
    document_model: str
    query_model: str
    dimension: int
    request_dimensions: bool
    api_key: Secret | None
    timeout_seconds: int
    max_input_chars: int
    max_retries: int


def embedding_source(flag: ModelId | None, config: Config, environ: Mapping[str, str]) -> LocalModel | Endpoint:
    """`--model` selects a local model and overrides `[embedding]`; the API key of the environment wins."""
    embedding = config.embedding
    if flag is not None:
        return LocalModel(flag)
    model = given_text(embedding.model)
    if embedding.provider == "fastembed":
        return LocalModel(cast("ModelId", model) if model else config.model)
    document_model = given_text(embedding.document_model) or model
    query_model = given_text(embedding.query_model) or model
    url = given_text(embedding.endpoint)
    api_key = given_text(environ.get("GROOVE_EMBEDDING_API_KEY")) or given_text(embedding.api_key)
    assert url
    assert embedding.dimension
    assert document_model
    assert query_model
    return Endpoint(
        url=url,
        document_model=document_model,
        query_model=query_model,
        dimension=embedding.dimension,
        request_dimensions=embedding.request_dimensions,
        api_key=Secret(api_key) if api_key else None,
        timeout_seconds=embedding.timeout_seconds,
        max_input_chars=embedding.max_input_chars,
        max_retries=embedding.max_retries,
    )
