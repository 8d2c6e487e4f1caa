"""Rules that hold between keys: some look at what is written, others at what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from grooveseek.config.document import has
from grooveseek.config.keys import Config, Embedding, ModelId
from grooveseek.config.shown import shown


def broken_rules(document: Mapping[str, Any], config: Config) -> Iterator[str]:
    """One sentence for each rule that the configuration breaks."""
    yield from _embedding(document, config.embedding)
    yield from _search(config)


def given_text(text: str | None) -> str | None:
    """Trimmed; a blank text counts as absent."""
    return (text or "").strip() or None


def _embedding(document: Mapping[str, Any], embedding: Embedding) -> Iterator[str]:
    if embedding.provider == "openai-compatible":
        yield from _external(document, embedding)
    else:
        yield from _local(document, embedding)


def _external(document: Mapping[str, Any], embedding: Embedding) -> Iterator[str]:
    if has(document, "model"):
        yield (
            f"model = {shown(document['model'])} names a local model, but embedding.provider is "
            '"openai-compatible": remove one of them'
        )
    endpoint = given_text(embedding.endpoint)
    if endpoint is None:
        yield "embedding.endpoint is missing: write the full URL of the endpoint"
    else:
        problem = _endpoint_problem(endpoint)
        if problem:
            yield f"embedding.endpoint = {shown(endpoint)} is not allowed: {problem}"
    if embedding.dimension is None:
        yield "embedding.dimension is missing: write the length of the vectors that the endpoint gives"
    model, query, document_model = map(given_text, (embedding.model, embedding.query_model, embedding.document_model))
    if not model and not (query and document_model):
        yield "embedding.model is missing: write it, or both embedding.query_model and embedding.document_model"


_EXTERNAL_TEXTS = ("endpoint", "query_model", "document_model", "api_key")
_EXTERNAL_NUMBERS = ("dimension", "max_input_chars", "max_retries")


def _local(document: Mapping[str, Any], embedding: Embedding) -> Iterator[str]:
    foreign = [name for name in _EXTERNAL_TEXTS if given_text(getattr(embedding, name))]
    foreign += [name for name in _EXTERNAL_NUMBERS if has(document, f"embedding.{name}")]
    if embedding.request_dimensions:
        foreign.append("request_dimensions")
    for name in foreign:
        yield f'embedding.{name} needs embedding.provider = "openai-compatible": set it, or remove the key'
    model = given_text(embedding.model)
    known = get_args(ModelId)
    if model and model not in known:
        yield (
            f"embedding.model = {shown(model)} is no local model: write one of "
            + ", ".join(f'"{name}"' for name in known)
            + ', or set embedding.provider = "openai-compatible"'
        )


def _endpoint_problem(endpoint: str) -> str | None:
    from urllib.parse import urlsplit

    if any(char.isspace() or not char.isprintable() for char in endpoint):
        return "a URL holds no white space"
    try:
        url = urlsplit(endpoint)
        port_is_readable = url.port is None or url.port > 0
    except ValueError:
        return "it is no URL"
    if url.scheme not in ("http", "https") or not url.hostname or not port_is_readable:
        return "write an absolute URL that starts with http:// or https://"
    if "@" in url.netloc:
        return "a URL may not carry user and password; put the token into GROOVE_EMBEDDING_API_KEY"
    return None


def _search(config: Config) -> Iterator[str]:
    parent = config.search.parent_retriever
    if parent.max_expanded_tokens <= parent.whole_doc_threshold_tokens:
        yield (
            f"search.parent_retriever.max_expanded_tokens = {parent.max_expanded_tokens} must be "
            f"above search.parent_retriever.whole_doc_threshold_tokens = {parent.whole_doc_threshold_tokens}"
        )
    fusion = config.search.fusion
    if fusion.bm25_heading_weight == fusion.bm25_context_weight == fusion.bm25_content_weight == 0:
        yield (
            "search.fusion.bm25_heading_weight, bm25_context_weight and bm25_content_weight are all 0: "
            "at least one must be above 0"
        )
