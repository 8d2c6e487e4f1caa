"""Where local models are looked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grooveseek.config.directories import directories
from grooveseek.config.environment import given
from grooveseek.config.keys import Config
from grooveseek.errors import ConfigError


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder with one folder a model id, and the setting that names it."""

    path: Path
    setting: str


@dataclass(frozen=True, slots=True)
class Places:
    """In the order they are asked: folders, installed data packages, what was fetched before, the hub."""

    folders: tuple[ModelFolder, ...] = ()
    cache: Path | None = None
    """Of what was fetched from the hub; None where no folder for it is known."""
    hub: bool = True
    """Whether a model that is nowhere here may be fetched."""


def model_places(config: Config, environ: Mapping[str, str], platform: str = sys.platform) -> Places:
    """Raises `ConfigError` for a variable that holds a relative path: what it means must not depend on the caller."""
    named = _absolute(environ, "GROOVE_MODEL_DIR")
    folders = []
    if named:
        folders.append(ModelFolder(named, "GROOVE_MODEL_DIR"))
    if config.model_dir:
        folders.append(ModelFolder(config.model_dir, "model_dir"))
    cache = _absolute(environ, "FASTEMBED_CACHE_DIR") or config.fastembed_cache_dir
    return Places(
        tuple(folders),
        cache or directories(environ, platform).model_cache,
        hub=given(environ, "HF_HUB_OFFLINE") in (None, "0"),
    )


def _absolute(environ: Mapping[str, str], name: str) -> Path | None:
    value = given(environ, name)
    if value is None:
        return None
    if not Path(value).is_absolute():
        raise ConfigError(f"{name} must be an absolute path, but is {value!r}; correct or unset it")
    return Path(value)
