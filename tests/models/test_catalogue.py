"""The names users choose from."""

from __future__ import annotations

from typing import get_args

import pytest

from grooveseek.config.keys import ModelId, RerankerId
from grooveseek.errors import ModelError
from grooveseek.models.catalogue import (
    DEFAULT_EMBEDDER,
    EMBEDDERS,
    RERANKERS,
    embedder_card,
    licence_warning,
    loading_line,
    reranker_card,
)


@pytest.mark.parametrize(
    ("model", "dimension"),
    [
        ("multilingual-e5-small", 384),
        ("bge-small-en-v1.5", 384),
        ("bge-m3", 1024),
        ("multilingual-e5-base", 768),
        ("multilingual-e5-large", 1024),
        ("e5-small-use", 896),
    ],
)
def test_embedders_and_their_dimensions(model: str, dimension: int) -> None:
    card = embedder_card(model)
    assert (card.id, card.kind, card.dimension) == (model, "embedder", dimension)


def test_default_comes_with_the_installation_and_needs_its_prefixes() -> None:
    card = embedder_card(DEFAULT_EMBEDDER)
    assert card.id == "multilingual-e5-small"
    assert card.package is not None
    assert (card.query_prefix, card.document_prefix, card.window) == ("query: ", "passage: ", 512)


def test_every_name_that_may_be_configured_is_known() -> None:
    assert set(get_args(ModelId)) <= set(EMBEDDERS)
    assert set(get_args(RerankerId)) == {"none", *RERANKERS}


def test_rerankers() -> None:
    assert list(RERANKERS) == ["bge-v2-m3", "jina-v2-ml", "bge-base"]
    assert {reranker_card(name).kind for name in RERANKERS} == {"reranker"}


def test_only_the_non_commercial_licence_is_warned_about() -> None:
    warned = {name: licence_warning(card) for name, card in (EMBEDDERS | RERANKERS).items() if licence_warning(card)}
    assert warned == {"jina-v2-ml": "warning: the licence of jina-v2-ml (CC-BY-NC-4.0) allows non-commercial use only"}


def test_loading_line_names_size_only_where_something_is_fetched() -> None:
    assert loading_line(embedder_card("bge-m3")) == (
        "Loading embedding model: bge-m3 (1024 dim, ~2300 MB on first run)..."
    )
    assert (
        loading_line(embedder_card(DEFAULT_EMBEDDER)) == "Loading embedding model: multilingual-e5-small (384 dim)..."
    )


def test_unknown_names_are_told_the_known_ones() -> None:
    with pytest.raises(ModelError, match=r"no embedding model 'ada'; known are multilingual-e5-small, .*bge-m3"):
        embedder_card("ada")
    with pytest.raises(ModelError, match=r"no reranker 'bge-m3'; known are bge-v2-m3, jina-v2-ml, bge-base"):
        reranker_card("bge-m3")
