"""Where `groove.toml` is looked for. The first place that has one wins; files are never merged."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from msgspec import Struct

from grooveseek.config.paths import absolute, expand_home
from grooveseek.config.shown import printable
from grooveseek.errors import ConfigError

FILE_NAME = "groove.toml"

Source = Literal["Explicit", "Cwd", "GitRoot", "AlongsideBinary", "NotFound"]

_PARENTS = 19
"""How many folders above the working directory may hold `.git`."""


class Surroundings(Struct, frozen=True):
    """What discovery looks at: `cwd` is absolute; None means unknown."""

    cwd: Path
    home: Path | None
    executable: Path | None
    """The `groove` program that runs."""


class Found(Struct, frozen=True):
    source: Source
    path: Path | None
    """Absolute; None for the built-in defaults."""


def discover(explicit: Path | None, surroundings: Surroundings) -> Found:
    """Raises `ConfigError` where `explicit` names no file."""
    if explicit is not None:
        return Found("Explicit", _explicit(explicit, surroundings))
    for source, folder in _folders(surroundings):
        path = folder / FILE_NAME
        if os.path.isfile(path):  # noqa: PTH113 - a folder that may not be looked into holds no file, and is no error
            return Found(source, path)
    return Found("NotFound", None)


def running_executable(program: str) -> Path | None:
    """The `groove` program of this process with links followed; None where another program uses the package."""
    path = Path(program)
    return path.resolve() if path.stem.lower() == "groove" else None


def _explicit(explicit: Path, surroundings: Surroundings) -> Path:
    path = absolute(expand_home(explicit, surroundings.home), surroundings.cwd)
    if not path.exists():
        raise ConfigError(f"--config path not found: {printable(path)}")
    if path.is_dir():
        raise ConfigError(f"--config path is a folder, not a file: {printable(path)}")
    return path


def _folders(surroundings: Surroundings) -> list[tuple[Source, Path]]:
    folders: list[tuple[Source, Path]] = [("Cwd", surroundings.cwd)]
    root = _git_root(surroundings.cwd)
    if root:
        folders.append(("GitRoot", root))
    if surroundings.executable:
        folders.append(("AlongsideBinary", surroundings.executable.parent))
    return folders


def _git_root(cwd: Path) -> Path | None:
    nearest = [cwd, *cwd.parents][: _PARENTS + 1]
    return next((folder for folder in nearest if os.path.exists(folder / ".git")), None)  # noqa: PTH110 - as above
