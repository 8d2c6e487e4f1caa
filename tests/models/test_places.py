"""Where models are looked for, from configuration and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.keys import Config
from grooveseek.errors import ConfigError
from grooveseek.models.places import ModelFolder, model_places

HOME = {"HOME": "/home/u"}


def test_defaults() -> None:
    places = model_places(Config(), HOME, "linux")
    assert places.folders == ()
    assert places.cache == Path("/home/u/.cache/fastembed")
    assert places.hub


def test_the_variable_comes_before_the_key() -> None:
    places = model_places(Config(model_dir=Path("/c/models")), {**HOME, "GROOVE_MODEL_DIR": "/e/models"}, "linux")
    assert places.folders == (
        ModelFolder(Path("/e/models"), "GROOVE_MODEL_DIR"),
        ModelFolder(Path("/c/models"), "model_dir"),
    )


@pytest.mark.parametrize(
    ("variable", "key", "cache"),
    [
        ("/v", "/k", "/v"),
        ("", "/k", "/k"),
        (None, "/k", "/k"),
        ("/v", None, "/v"),
        (None, None, "/x/fastembed"),
    ],
)
def test_cache_folder(variable: str | None, key: str | None, cache: str) -> None:
    environ = {"XDG_CACHE_HOME": "/x"} | ({} if variable is None else {"FASTEMBED_CACHE_DIR": variable})
    config = Config(fastembed_cache_dir=Path(key) if key else None)
    assert model_places(config, environ, "linux").cache == Path(cache)


def test_no_cache_folder_is_known_without_home() -> None:
    assert model_places(Config(), {}, "linux").cache is None


@pytest.mark.parametrize("name", ["GROOVE_MODEL_DIR", "FASTEMBED_CACHE_DIR"])
def test_a_relative_path_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"{name} must be an absolute path, but is 'models'"):
        model_places(Config(), {**HOME, name: "models"}, "linux")


@pytest.mark.parametrize(("value", "hub"), [("1", False), ("", True), ("0", True), ("true", False)])
def test_the_hub_can_be_switched_off(value: str, hub: bool) -> None:
    assert model_places(Config(), {**HOME, "HF_HUB_OFFLINE": value}, "linux").hub is hub
