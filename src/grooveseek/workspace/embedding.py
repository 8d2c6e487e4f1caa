"""Which vectors an index is to have, and what makes them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

from grooveseek.config.embedding import LocalModel
from grooveseek.index.identity import Identity
from grooveseek.models.catalogue import embedder_card, reranker_card
from grooveseek.models.places import model_places

if TYPE_CHECKING:
    from pathlib import Path

    from grooveseek.config.embedding import Endpoint
    from grooveseek.config.load import LoadedConfig
    from grooveseek.models.loading import LoadEmbedder, LoadReranker


def identity_of(source: LocalModel | Endpoint) -> Identity:
    """Known from the configuration alone: no model is loaded, no endpoint asked."""
    if isinstance(source, LocalModel):
        card = embedder_card(source.model)
        return Identity(card.id, card.dimension)
    from grooveseek.models.http.identity import endpoint_identity

    return Identity(endpoint_identity(source), source.dimension)


def rebuild_command(source: LocalModel | Endpoint, loaded: LoadedConfig, kb_path: Path) -> str:
    """The command that rebuilds the index for `source`."""
    if isinstance(source, LocalModel):
        return f"groove index --kb-path {shlex.quote(str(kb_path))} --force --model {source.model}"
    config = "" if loaded.path is None else f" --config {shlex.quote(str(loaded.path))}"
    return f"groove{config} index --kb-path {shlex.quote(str(kb_path))} --force"


def embedder_loader(source: LocalModel | Endpoint, loaded: LoadedConfig, environ: Mapping[str, str]) -> LoadEmbedder:
    """Raises `ConfigError` at once for places that cannot be meant; loading itself comes later."""
    if isinstance(source, LocalModel):
        from grooveseek.models.loading import load_embedder

        model, places = source.model, model_places(loaded.config, environ)
        return lambda: load_embedder(model, places)
    from grooveseek.models.http.provider import open_endpoint

    return lambda: open_endpoint(source)


def reranker_loader(reranker: str | None, loaded: LoadedConfig, environ: Mapping[str, str]) -> LoadReranker | None:
    if reranker is None:
        return None
    from grooveseek.models.loading import load_reranker

    reranker_card(reranker)
    places = model_places(loaded.config, environ)
    return lambda: load_reranker(reranker, places)
