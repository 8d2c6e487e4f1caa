"""Paths as people write them, made absolute."""

from __future__ import annotations

import os
from pathlib import Path

from grooveseek.errors import ConfigError


def absolute(path: Path, base: Path) -> Path:
    """`path` below `base` unless it is absolute; links are followed only where a `..` needs it."""
    joined = base / path
    if ".." not in joined.parts:
        return joined
    last = len(joined.parts) - 1 - joined.parts[::-1].index("..")
    return real(Path(*joined.parts[: last + 1])).joinpath(*joined.parts[last + 1 :])


def real(path: Path) -> Path:
    """`path` with links followed as far as they lead; unlike `Path.resolve`, a loop of links raises nothing."""
    return Path(os.path.realpath(path))


def expand_home(path: Path, home: Path | None) -> Path:
    """`~` alone or as the first folder becomes the home folder. Raises `ConfigError` where no home is known."""
    if path.parts[:1] != ("~",):
        return path
    if home is None:
        raise ConfigError(f"cannot expand ~ in {path}: no home folder is set (HOME, or USERPROFILE on Windows)")
    return home.joinpath(*path.parts[1:])
