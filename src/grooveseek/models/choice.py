"""Which models a command uses: decided from configuration alone, before anything is loaded, fetched or asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grooveseek.config.keys import Config
from grooveseek.config.rules import given_text
from grooveseek.models.catalogue import embedder_card, licence_warning, loading_line, reranker_card
from grooveseek.models.places import model_places

if TYPE_CHECKING:
    from grooveseek.models.protocol import Embedder, Reranker

NO_RERANKER = "none"


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    identity: str
    """Equals `Embedder.identity` of what `load` gives."""
    dimension: int
    line: str
    """What is said when it is about to be used."""
    remote: bool
    """Whether texts leave this process: then text and vectors of a document commit together."""
    load: Callable[[], Embedder]
    """Raises `ModelError` or `ConfigError`."""


@dataclass(frozen=True, slots=True)
class RerankerChoice:
    id: str
    warning: str | None
    """About its licence, where there is something to say."""
    load: Callable[[], Reranker]
    """Raises `ModelError` or `ConfigError`."""


def choose_embedder(config: Config, environ: Mapping[str, str], model: str | None = None) -> EmbedderChoice:
    """`model` is `--model`: a local model, whatever `[embedding]` says.

    Raises `ModelError` for a name that is not known, `ConfigError` for settings that cannot be used.
    """
    section = config.embedding
    if model is None and section.provider == "openai-compatible":
        return _remote(config, environ)
    card = embedder_card(model or given_text(section.model) or config.model)

    def load() -> Embedder:
        from grooveseek.models.loading import load_embedder

        return load_embedder(card.id, model_places(config, environ))

    return EmbedderChoice(card.id, card.dimension, loading_line(card), remote=False, load=load)


def choose_reranker(config: Config, environ: Mapping[str, str], model: str | None = None) -> RerankerChoice | None:
    """`model` is `--reranker`; None where there is to be no reranker. Raises `ModelError` for an unknown name."""
    name = model or config.reranker
    if name == NO_RERANKER:
        return None
    card = reranker_card(name)

    def load() -> Reranker:
        from grooveseek.models.loading import load_reranker

        return load_reranker(card.id, model_places(config, environ))

    return RerankerChoice(card.id, licence_warning(card), load)


def _remote(config: Config, environ: Mapping[str, str]) -> EmbedderChoice:
    from grooveseek.models.http.settings import http_settings

    settings = http_settings(config.embedding, environ)

    def load() -> Embedder:
        from grooveseek.models.http.provider import HttpEmbedder

        return HttpEmbedder(settings)

    return EmbedderChoice(settings.identity, settings.dimension, settings.line, remote=True, load=load)
