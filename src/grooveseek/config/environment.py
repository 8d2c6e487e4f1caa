"""The environment variables GrooveSeek reads: one table, one rule for what counts as set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grooveseek.config.shown import printable
from grooveseek.errors import ConfigError

VARIABLES: dict[str, str] = {
    "GROOVE_CONFIG_HOME": (
        "Base folder of the configuration of installed services. A `groove.toml` below its `groove` folder is trusted."
    ),
    "GROOVE_MODEL_DIR": "Folder of local models, one folder a model id. Must be absolute; wins over `model_dir`.",
    "GROOVE_GRAMMAR_DIR": "Folder of source-code grammars. Must be absolute; wins over `grammar_dir`.",
    "GROOVE_EMBEDDING_API_KEY": "Bearer token of the external embedding endpoint; wins over `[embedding].api_key`.",
    "HF_HUB_OFFLINE": "Set to `1`: no model is fetched from a hub.",
    "FASTEMBED_CACHE_DIR": ("Folder for models fetched from a hub. Must be absolute; wins over `fastembed_cache_dir`."),
    "GROOVE_LOG": (
        "Log filter: `level` or `target=level`, separated by commas; levels `off`, `error`, `warn`, `info`, `debug`, "
        "`trace`; GrooveSeek's own target is `grooveseek`. `RUST_LOG` is read where this one is not set."
    ),
    "NO_COLOR": "Set to anything: no colour in any output.",
    "XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_DATA_HOME": (
        "Linux: the folders for configuration, caches and data where they are not `~/.config`, `~/.cache` and "
        "`~/.local/share`. Must be absolute, or they count as unset."
    ),
    "APPDATA, LOCALAPPDATA": "Windows: the folders for configuration, and for caches and data.",
    "HOME, USERPROFILE": "The home folder (`USERPROFILE` on Windows).",
    "LISTEN_PID, LISTEN_FDS": "Set by a service manager; read only where socket activation was asked for.",
}
"""What a user may set, and what it does. Names that share a meaning share a row."""


def given(environ: Mapping[str, str], name: str) -> str | None:
    """The value of a variable; one that is set but empty counts as not set."""
    return environ.get(name) or None


def given_path(environ: Mapping[str, str], name: str) -> Path | None:
    """The path in a variable. Raises `ConfigError` for a relative one: it would mean another place in every folder."""
    value = given(environ, name)
    if value is None:
        return None
    if not Path(value).is_absolute():
        raise ConfigError(f"{name} must be an absolute path, but is {printable(value)}: correct or unset it")
    return Path(value)
