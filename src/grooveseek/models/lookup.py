"""From a model's name to its files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from grooveseek.errors import ConfigError, ModelError
from grooveseek.models.catalogue import Card, HubSource
from grooveseek.models.hub import HubError, cached_snapshot, fetch, hub_is_installed
from grooveseek.models.manifest import MANIFEST, Manifest, manifest_of_card, read_manifest
from grooveseek.models.places import Places

ENTRY_POINTS = "grooveseek.models"
GRAPH = "model.onnx"
TOKENIZERS = ("sp.table", "sp.model", "tokenizer.json")
"""In the order of preference: the first loads fastest."""


class MissingModelError(ModelError):
    """The model is in none of the places, and cannot or may not be fetched."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model on this machine."""

    graph: Path
    tokenizer: Path
    manifest: Manifest

    @property
    def folder(self) -> Path:
        """The folder they lie in or below."""
        return Path(os.path.commonpath([self.graph.parent, self.tokenizer.parent]))


def find_model(card: Card, places: Places) -> ModelFiles:
    """The first place that has the model, fetching it from the hub where that is allowed and needed.

    Raises `MissingModelError` where no place has it, `ModelError` where one holds files that do not fit, `ConfigError`
    where it would have to be fetched and no folder for it is known.
    """
    for folder in places.folders:
        if (folder.path / card.id).is_dir():
            return files_in(folder.path / card.id, card)
    if directory := _packaged(card):
        return files_in(directory, card)
    if card.hub is None:
        raise MissingModelError(_nowhere(card, places))
    if places.cache and (snapshot := cached_snapshot(places.cache, card.hub)):
        return _fetched(snapshot, card, card.hub)
    if not places.hub or not hub_is_installed():
        raise MissingModelError(_nowhere(card, places))
    if places.cache is None:
        raise ConfigError(
            f"there is no folder to keep {card.id} in: neither HOME nor a cache folder is set; "
            "set FASTEMBED_CACHE_DIR to an absolute path"
        )
    try:
        return _fetched(fetch(card, card.hub, places.cache), card, card.hub)
    except HubError as error:
        raise MissingModelError(_nowhere(card, places, f"check the network and try again ({error})")) from error


def files_in(directory: Path, card: Card) -> ModelFiles:
    """The files of a model directory; raises `ModelError` where one is missing or the manifest is of another model."""
    graph = directory / GRAPH
    tokenizer = next((directory / name for name in TOKENIZERS if (directory / name).is_file()), None)
    if not graph.is_file():
        raise ModelError(f"{directory} holds no {GRAPH}; it needs the files of {card.id}, or has to be removed")
    if tokenizer is None:
        raise ModelError(f"{directory} holds no tokenizer for {card.id}; put its sp.model or tokenizer.json there")
    manifest = read_manifest(directory)
    if manifest is None:
        if card.hub is None:
            raise ModelError(f"{directory} holds no {MANIFEST}, which says how its files are used; {card.making}")
        manifest = manifest_of_card(card, (graph, tokenizer))
    if (manifest.id, manifest.kind) != (card.id, card.kind):
        raise ModelError(f"{directory} holds the {manifest.kind} {manifest.id}, not the {card.kind} {card.id}")
    return ModelFiles(graph, tokenizer, manifest)


def _fetched(snapshot: Path, card: Card, hub: HubSource) -> ModelFiles:
    graph, tokenizer = snapshot / hub.graph, snapshot / hub.tokenizer
    return ModelFiles(graph, tokenizer, manifest_of_card(card, (graph, tokenizer)))


def _packaged(card: Card) -> Path | None:
    """The directory of an installed data package.

    A package that the catalogue names is imported directly: going through all installed packages takes longer than
    loading the model.
    """
    if card.package:
        try:
            return Path(import_module(card.package).DIRECTORY)
        except ModuleNotFoundError:
            return None
    from importlib.metadata import entry_points

    return next((Path(entry.load()) for entry in entry_points(group=ENTRY_POINTS, name=card.id)), None)


def _nowhere(card: Card, places: Places, way: str | None = None) -> str:
    """`way`: what else helps than putting the files there."""
    looked = [f"{folder.path / card.id} ({folder.setting})" for folder in places.folders]
    looked.append("the installed packages")
    if card.hub is not None:
        looked.append(f"the cache {places.cache}" if places.cache else "no cache folder")
    tokenizer = "sp.model" if card.hub is None else "tokenizer.json"
    return (
        f"{card.id} is not on this machine: looked in {', '.join(looked)}; put its files (model.onnx, {tokenizer}, "
        f"model.json) into a folder {card.id} and name the folder above it in GROOVE_MODEL_DIR, or "
        f"{way or _other_way(card)}"
    )


def _other_way(card: Card) -> str:
    if card.hub is None:
        return card.making
    if not hub_is_installed():
        return f'install the extra "grooveseek[hub]", which fetches it ({card.megabytes} MB)'
    return "connect to the network and unset HF_HUB_OFFLINE"
