from __future__ import annotations

import pytest

from grooveseek.config.declared import all_keys, key_at


@pytest.mark.parametrize(
    ("dotted", "allowed"),
    [
        ("rerank_by_default", "true or false"),
        ("reranker", 'one of "none", "bge-v2-m3", "jina-v2-ml", "bge-base"'),
        ("embedding.endpoint", "a string"),
        ("embedding.api_key", "a string"),
        ("embedding.max_retries", "a whole number from 0 to 10"),
        ("embedding.dimension", "a whole number, 1 or more"),
        ("parsers.enabled", "a list of strings, at least one"),
        ("search.mmr.lambda", "a number from 0 to 1"),
        ("search.fusion.rrf_k", "a number from 1 to 1000000"),
        ("search.min_confidence_ratio", "a finite number, 0 or more"),
        ("quality_filter.threshold", "a number"),
        ("transport.http.allowed_hosts", "a list of strings"),
        ("eval.k_values", "a list of whole numbers, each 0 or more"),
        ("eval.regression_threshold", "a number"),
        ("kb_path", "a path, absolute or relative to the folder of this file"),
        (
            "index.max_text_file_size",
            'a whole number of bytes, 1 or more; a string such as "300 MiB" or "10 MB"; or "unlimited"',
        ),
    ],
)
def test_what_a_key_allows_in_words(dotted: str, allowed: str) -> None:
    assert key_at(dotted).allowed == allowed


@pytest.mark.parametrize(
    ("dotted", "default"),
    [
        ("index.max_text_file_size", '"50 MiB"'),
        ("transport.http.max_sessions", "256"),
        ("parsers", "Markdown alone"),
        ("embedding", "the local model"),
        ("model_dir", "none"),
        ("embedding.endpoint", "none"),
    ],
)
def test_the_default_in_words(dotted: str, default: str) -> None:
    assert key_at(dotted).default_shown == default


def test_every_key_has_a_help_sentence() -> None:
    for dotted, key in all_keys():
        assert key.help.endswith("."), dotted
        assert len(key.help) <= 220, dotted


def test_every_example_is_a_value_that_is_taken() -> None:
    for _, key in all_keys():
        if key.example is not None:
            assert key.read(key.example) is not None, key.help


@pytest.mark.parametrize("dotted", ["nothing", "search.nothing", "model.nothing"])
def test_an_undeclared_name(dotted: str) -> None:
    with pytest.raises(KeyError):
        key_at(dotted)


def test_the_values_of_secret_keys_are_not_shown() -> None:
    requested = {"model": "m", "api_key": "sk-123"}
    assert key_at("embedding").without_secrets(requested) == {"model": "m", "api_key": "(hidden)"}
