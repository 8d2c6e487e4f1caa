"""Where each operating system keeps configuration, caches and data; a pure function of the environment.

`platformdirs` is not used: it reads the process's own environment, honours `XDG_*` on macOS, and asks the registry
on Windows.
"""

from __future__ import annotations

import ntpath
import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from grooveseek.config.environment import given
from grooveseek.errors import ConfigError


class Directories(Struct, frozen=True):
    """The user's folders; None where the environment does not tell."""

    home: Path | None
    config: Path | None
    cache: Path | None
    data: Path | None
    """Local data: never carried from machine to machine."""

    @property
    def model_cache(self) -> Path | None:
        return self.cache / "fastembed" if self.cache else None

    @property
    def grammars(self) -> Path | None:
        return self.data / "groove" / "grammars" if self.data else None


def working_folder() -> Path:
    """Where the command was started. Raises `ConfigError` where it was removed since."""
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise ConfigError("the working directory no longer exists; change into another one and run again") from error


def directories(environ: Mapping[str, str], platform: str) -> Directories:
    """`platform` as in `sys.platform`. A variable that is empty or not absolute counts as unset."""
    if platform == "win32":
        return _windows(environ)
    home = _absolute(environ, "HOME", posixpath.isabs)
    if platform == "darwin":
        support = _below(home, "Library", "Application Support")
        return Directories(home, support, _below(home, "Library", "Caches"), support)
    return Directories(
        home,
        _absolute(environ, "XDG_CONFIG_HOME", posixpath.isabs) or _below(home, ".config"),
        _absolute(environ, "XDG_CACHE_HOME", posixpath.isabs) or _below(home, ".cache"),
        _absolute(environ, "XDG_DATA_HOME", posixpath.isabs) or _below(home, ".local", "share"),
    )


def _windows(environ: Mapping[str, str]) -> Directories:
    local = _absolute(environ, "LOCALAPPDATA", ntpath.isabs)
    return Directories(
        _absolute(environ, "USERPROFILE", ntpath.isabs), _absolute(environ, "APPDATA", ntpath.isabs), local, local
    )


def _absolute(environ: Mapping[str, str], name: str, is_absolute: Callable[[str], bool]) -> Path | None:
    value = given(environ, name)
    return Path(value) if value and is_absolute(value) else None


def _below(home: Path | None, *parts: str) -> Path | None:
    return home.joinpath(*parts) if home else None
