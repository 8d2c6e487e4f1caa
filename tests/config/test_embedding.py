from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grooveseek.config.embedding import Endpoint, LocalModel, embedding_source
from grooveseek.config.keys import Config, Embedding


def _openai(**keys: Any) -> Config:
    base = Embedding(provider="openai-compatible", endpoint=" http://h/v1/embeddings ", dimension=768, model="m")
    return Config(embedding=replace(base, **keys))


def _endpoint(config: Config, environ: dict[str, str] | None = None) -> Endpoint:
    source = embedding_source(None, config, environ or {})
    assert isinstance(source, Endpoint)
    return source


def test_the_default_is_the_model_that_comes_with_the_installation() -> None:
    assert embedding_source(None, Config(), {}) == LocalModel("multilingual-e5-small")


def test_a_local_model_of_the_section_wins_over_the_top_level_one() -> None:
    assert embedding_source(None, Config(model="bge-m3"), {}) == LocalModel("bge-m3")
    config = Config(model="bge-m3", embedding=Embedding(model="bge-small-en-v1.5"))
    assert embedding_source(None, config, {}) == LocalModel("bge-small-en-v1.5")
    blank = Config(model="bge-m3", embedding=Embedding(model=" "))
    assert embedding_source(None, blank, {}) == LocalModel("bge-m3")


def test_the_flag_selects_a_local_model_and_overrides_the_section() -> None:
    assert embedding_source("bge-m3", _openai(), {}) == LocalModel("bge-m3")


def test_an_endpoint_with_its_defaults() -> None:
    assert _endpoint(_openai()) == Endpoint(
        url="http://h/v1/embeddings",
        document_model="m",
        query_model="m",
        dimension=768,
        request_dimensions=False,
        api_key=None,
        timeout_seconds=60,
        max_input_chars=8000,
        max_retries=3,
    )


@pytest.mark.parametrize(
    ("keys", "document", "query"),
    [
        ({"query_model": "q"}, "m", "q"),
        ({"document_model": "d"}, "d", "m"),
        ({"model": None, "query_model": " q ", "document_model": " d "}, "d", "q"),
        ({"query_model": "  "}, "m", "m"),
    ],
)
def test_an_alias_of_its_own_wins_over_the_common_one(keys: dict[str, Any], document: str, query: str) -> None:
    endpoint = _endpoint(_openai(**keys))
    assert (endpoint.document_model, endpoint.query_model) == (document, query)


@pytest.mark.parametrize(
    ("variable", "key", "used"),
    [
        ("from-environment", "from-file", "from-environment"),
        ("  ", "from-file", "from-file"),
        ("", None, None),
        (None, " ", None),
        (None, "from-file", "from-file"),
    ],
)
def test_the_key_of_the_environment_wins_and_blank_is_none(
    variable: str | None, key: str | None, used: str | None
) -> None:
    environ = {} if variable is None else {"GROOVE_EMBEDDING_API_KEY": variable}
    assert _endpoint(_openai(api_key=key), environ).api_key == used


def test_the_key_does_not_show() -> None:
    endpoint = _endpoint(_openai(), {"GROOVE_EMBEDDING_API_KEY": "sk-123"})
    assert endpoint.api_key == "sk-123"
    assert "sk-123" not in repr(endpoint)
    assert "sk-123" not in f"{endpoint}"
