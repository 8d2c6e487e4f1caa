"""The models GrooveSeek knows by name: what they are, and where a hub keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grooveseek.errors import ModelError

Kind = Literal["embedder", "reranker"]
Pooling = Literal["graph", "mean", "cls"]
"""How token states become a vector: inside the graph, as their mean, or as the first one."""

DEFAULT_EMBEDDER = "multilingual-e5-small"


@dataclass(frozen=True, slots=True)
class HubSource:
    """Files of one repository of a hub, by their paths inside it."""

    repository: str
    graph: str = "onnx/model.onnx"
    weights: str | None = None
    """Beside the graph, where it does not hold its weights itself."""
    tokenizer: str = "tokenizer.json"

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(name for name in (self.graph, self.weights, self.tokenizer) if name)


@dataclass(frozen=True, slots=True)
class Card:
    """One model. A manifest beside the model's files wins over what stands here."""

    id: str
    kind: Kind
    licence: str
    languages: str
    megabytes: int
    """To fetch from the hub."""
    hub: HubSource | None
    """None where no hub has it: then it lies in a folder, or in a package."""
    window: int = 512
    dimension: int = 0
    """0 for a reranker."""
    pooling: Pooling = "cls"
    query_prefix: str = ""
    document_prefix: str = ""
    package: str | None = None
    """Importable name of the data package that brings the model with the installation."""
    making: str = ""
    """How to come by a model that no hub has."""


def _e5(size: str, dimension: int, megabytes: int, *, weights: str | None = None, package: str | None = None) -> Card:
    return Card(
        id=f"multilingual-e5-{size}",
        kind="embedder",
        licence="MIT",
        languages="about 100 languages",
        megabytes=megabytes,
        hub=HubSource(f"intfloat/multilingual-e5-{size}", weights=weights),
        dimension=dimension,
        pooling="mean",
        query_prefix="query: ",
        document_prefix="passage: ",
        package=package,
    )


EMBEDDERS: dict[str, Card] = {
    card.id: card
    for card in (
        _e5("small", 384, 490, package="grooveseek_model_e5_small"),
        _e5("base", 768, 1130),
        _e5("large", 1024, 2260, weights="onnx/model.onnx_data"),
        Card(
            id="bge-small-en-v1.5",
            kind="embedder",
            licence="MIT",
            languages="English",
            megabytes=130,
            hub=HubSource("BAAI/bge-small-en-v1.5"),
            dimension=384,
            query_prefix="Represent this sentence for searching relevant passages: ",
        ),
        Card(
            id="bge-m3",
            kind="embedder",
            licence="MIT",
            languages="more than 100 languages",
            megabytes=2300,
            hub=HubSource("BAAI/bge-m3", weights="onnx/model.onnx_data"),
            window=8192,
            dimension=1024,
        ),
        Card(
            id="e5-small-use",
            kind="embedder",
            licence="MIT and Apache-2.0",
            languages="16 languages and from one to another",
            megabytes=77,
            hub=None,
            dimension=896,
            making="make it with `scripts/build-joined-model` in a clone of GrooveSeek",
        ),
    )
}

RERANKERS: dict[str, Card] = {
    card.id: card
    for card in (
        Card(
            id="bge-v2-m3",
            kind="reranker",
            licence="Apache-2.0",
            languages="more than 100 languages",
            megabytes=2300,
            hub=HubSource("rozgo/bge-reranker-v2-m3", graph="model.onnx", weights="model.onnx.data"),
        ),
        Card(
            id="jina-v2-ml",
            kind="reranker",
            licence="CC-BY-NC-4.0",
            languages="about 100 languages",
            megabytes=1200,
            hub=HubSource("jinaai/jina-reranker-v2-base-multilingual"),
            window=1024,
        ),
        Card(
            id="bge-base",
            kind="reranker",
            licence="MIT",
            languages="English and Chinese",
            megabytes=280,
            hub=HubSource("Xenova/bge-reranker-base", graph="onnx/model_quantized.onnx"),
        ),
    )
}


def embedder_card(model: str) -> Card:
    """Raises `ModelError` for a name that is not known."""
    return _card(EMBEDDERS, "embedding model", model)


def reranker_card(model: str) -> Card:
    """Raises `ModelError` for a name that is not known."""
    return _card(RERANKERS, "reranker", model)


def licence_warning(card: Card) -> str | None:
    """What to tell whoever chose a model that may not be used for everything."""
    if "-NC-" not in card.licence:
        return None
    return f"warning: the licence of {card.id} ({card.licence}) allows non-commercial use only"


def loading_line(card: Card) -> str:
    """What is said before an embedding model is loaded."""
    fetched = f", ~{card.megabytes} MB on first run" if card.hub and not card.package else ""
    return f"Loading embedding model: {card.id} ({card.dimension} dim{fetched})..."


def _card(cards: dict[str, Card], what: str, model: str) -> Card:
    if model not in cards:
        raise ModelError(f"there is no {what} {model!r}; known are {', '.join(cards)}")
    return cards[model]
