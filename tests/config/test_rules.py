from __future__ import annotations

from typing import Any

import pytest

from grooveseek.config.reader import read_config
from grooveseek.config.rules import broken_rules

OPENAI: dict[str, Any] = {
    "provider": "openai-compatible",
    "endpoint": "http://127.0.0.1:1/v1/embeddings",
    "dimension": 768,
}


def _broken(document: dict[str, Any]) -> list[str]:
    config, faults = read_config(document)
    assert faults == []
    return list(broken_rules(document, config))


def test_one_alias_without_the_other_is_refused() -> None:
    (broken,) = _broken({"embedding": {**OPENAI, "query_model": "q"}})
    assert broken.startswith("embedding.model is missing")
    (broken,) = _broken({"embedding": {**OPENAI, "document_model": "d"}})
    assert broken.startswith("embedding.model is missing")


@pytest.mark.parametrize(
    "aliases", [{"query_model": "q", "document_model": "d"}, {"model": "m"}, {"model": "m", "query_model": "q"}]
)
def test_one_model_or_both_aliases_are_enough(aliases: dict[str, str]) -> None:
    assert _broken({"embedding": {**OPENAI, **aliases}}) == []


def test_a_local_model_beside_an_endpoint_is_refused() -> None:
    (broken,) = _broken({"model": "bge-m3", "embedding": {**OPENAI, "model": "m"}})
    assert 'model = "bge-m3"' in broken
    assert "openai-compatible" in broken


@pytest.mark.parametrize("missing", ["endpoint", "dimension"])
def test_an_endpoint_and_its_dimension_are_needed(missing: str) -> None:
    embedding = {name: value for name, value in {**OPENAI, "model": "m"}.items() if name != missing}
    (broken,) = _broken({"embedding": embedding})
    assert broken.startswith(f"embedding.{missing} is missing")


@pytest.mark.parametrize("blank", ["", "  ", "\t"])
def test_blank_strings_count_as_absent(blank: str) -> None:
    broken = _broken({"embedding": {**OPENAI, "endpoint": blank, "model": blank}})
    assert [sentence.partition(" ")[0] for sentence in broken] == ["embedding.endpoint", "embedding.model"]
    assert _broken({"embedding": dict.fromkeys(("endpoint", "query_model", "document_model", "api_key"), blank)}) == []
    assert _broken({"embedding": {"model": blank}}) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://u:p@h/v1/embeddings", "https://token@h/v1", "/v1/embeddings", "h/v1", "ftp://h/v1", "http:///v1"),
        *("http://h:x/v1", "http://h:99999/v1", "http://[::1/v1", "http://h/v 1", "http://h/\nx", "file:///v1"),
    ],
)
def test_an_endpoint_must_be_an_absolute_url_without_credentials(endpoint: str) -> None:
    (broken,) = _broken({"embedding": {**OPENAI, "model": "m", "endpoint": endpoint}})
    assert broken.startswith("embedding.endpoint = ")
    assert "u:p" not in broken
    assert "token@" not in broken


@pytest.mark.parametrize(
    "endpoint", ["http://127.0.0.1:8080/v1/embeddings", "https://h/e?x=1", "HTTPS://[::1]:1/e", " http://h/e "]
)
def test_endpoints_that_are_taken(endpoint: str) -> None:
    assert _broken({"embedding": {**OPENAI, "model": "m", "endpoint": endpoint}}) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("endpoint", "http://h/e"),
        ("query_model", "q"),
        ("document_model", "d"),
        ("dimension", 384),
        ("api_key", "k"),
        ("request_dimensions", True),
        ("max_input_chars", 8000),
        ("max_retries", 3),
    ],
)
@pytest.mark.parametrize("provider", [{}, {"provider": "fastembed"}])
def test_keys_of_an_endpoint_need_the_provider(provider: dict[str, str], key: str, value: object) -> None:
    (broken,) = _broken({"embedding": {**provider, key: value}})
    assert broken.startswith(f'embedding.{key} needs embedding.provider = "openai-compatible"')


def test_keys_that_a_local_model_may_have() -> None:
    assert _broken({"embedding": {"request_dimensions": False, "timeout_seconds": 5, "model": "bge-m3"}}) == []
    assert _broken({"model": "bge-m3", "embedding": {"model": "bge-small-en-v1.5"}}) == []


def test_a_local_model_must_be_a_known_one() -> None:
    (broken,) = _broken({"embedding": {"model": "text-embedding-3-small"}})
    assert 'embedding.model = "text-embedding-3-small" is no local model' in broken
    assert '"multilingual-e5-small"' in broken


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize(("threshold", "bound"), [(100, 100), (2000, 2000), (500, 499), (9000, 8192)])
def test_a_widened_hit_must_be_larger_than_a_whole_document(enabled: bool, threshold: int, bound: int) -> None:
    parent = {"enabled": enabled, "whole_doc_threshold_tokens": threshold, "max_expanded_tokens": bound}
    (broken,) = _broken({"search": {"parent_retriever": parent}})
    assert broken.startswith(f"search.parent_retriever.max_expanded_tokens = {bound} must be above ")


def test_the_widest_hit() -> None:
    parent = {"whole_doc_threshold_tokens": 8191, "max_expanded_tokens": 8192}
    assert _broken({"search": {"parent_retriever": parent}}) == []


def test_not_all_weights_may_be_zero() -> None:
    weights = {"bm25_heading_weight": 0, "bm25_context_weight": 0, "bm25_content_weight": 0.0}
    (broken,) = _broken({"search": {"fusion": weights}})
    assert "bm25_heading_weight" in broken
    assert _broken({"search": {"fusion": {**weights, "bm25_content_weight": 0.1}}}) == []
