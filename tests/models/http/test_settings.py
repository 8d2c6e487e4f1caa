"""An `[embedding]` section becomes settings."""

from __future__ import annotations

import pytest

from grooveseek.config.keys import Embedding
from grooveseek.config.kinds import Secret
from grooveseek.errors import ConfigError
from grooveseek.models.http.settings import HttpSettings, http_settings


def section(**changes: object) -> Embedding:
    given = {
        "provider": "openai-compatible",
        "endpoint": " https://example.org:8443/v1/embeddings?key=hush ",
        "model": "m",
        "dimension": 384,
        **changes,
    }
    return Embedding(**given)  # type: ignore[arg-type]


def test_defaults() -> None:
    assert http_settings(section(), {}) == HttpSettings(
        endpoint="https://example.org:8443/v1/embeddings?key=hush",
        document_model="m",
        query_model="m",
        dimension=384,
        request_dimensions=False,
        api_key=None,
        timeout_seconds=60,
        max_input_chars=8000,
        max_retries=3,
    )


@pytest.mark.parametrize(
    ("changes", "document", "query"),
    [
        ({}, "m", "m"),
        ({"document_model": "d"}, "d", "m"),
        ({"query_model": "q"}, "m", "q"),
        ({"model": " ", "document_model": " d ", "query_model": "q"}, "d", "q"),
        ({"document_model": "  "}, "m", "m"),
    ],
)
def test_a_role_overrides_the_model(changes: dict[str, object], document: str, query: str) -> None:
    settings = http_settings(section(**changes), {})
    assert (settings.document_model, settings.query_model) == (document, query)


@pytest.mark.parametrize(
    ("variable", "key", "used"),
    [
        (None, None, None),
        (None, "k", "k"),
        ("v", "k", "v"),
        ("  ", " k ", "k"),
        ("", " ", None),
    ],
)
def test_the_variable_wins_and_blank_is_none(variable: str | None, key: str | None, used: str | None) -> None:
    environ = {} if variable is None else {"GROOVE_EMBEDDING_API_KEY": variable}
    assert http_settings(section(api_key=Secret(key) if key else None), environ).api_key == used


@pytest.mark.parametrize("key", ["sécret", "two\nlines"])
def test_a_key_no_header_can_carry(key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        http_settings(section(), {"GROOVE_EMBEDDING_API_KEY": key})
    assert key not in str(caught.value)


def test_neither_key_nor_query_string_is_shown() -> None:
    settings = http_settings(section(api_key=Secret("sesame")), {})
    assert "sesame" not in repr(settings)
    assert settings.line == (
        "Embedding endpoint: https://example.org:8443/v1/embeddings (documents: m, queries: m, 384 dim)"
    )


def test_identity_is_that_of_models_and_dimension_alone() -> None:
    changed = section(
        endpoint="http://other/e", api_key=Secret("k"), request_dimensions=True, timeout_seconds=1, max_input_chars=1,
        max_retries=0,
    )  # fmt: skip
    assert http_settings(section(), {}).identity == "openai-compatible:m|m:51ccb6a47e20"
    assert http_settings(changed, {}).identity == "openai-compatible:m|m:51ccb6a47e20"
