"""Paths as people write them, made absolute; and the two that every run needs."""

from __future__ import annotations

import os
from pathlib import Path

from grooveseek.config.keys import Config
from grooveseek.errors import ConfigError

INDEX_NAME = ".groove.db"


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


def knowledge_base_path(flag: Path | None, config: Config, cwd: Path, home: Path | None) -> Path:
    """`--kb-path` before `kb_path`, absolute, links not followed. Raises `ConfigError` where neither is given."""
    if flag is not None:
        return absolute(expand_home(flag, home), cwd)
    if config.kb_path is None:
        raise ConfigError("--kb-path is required: pass it, or set kb_path in groove.toml")
    return config.kb_path


def index_path(flag: Path | None, config: Config, kb_path: Path, cwd: Path) -> Path:
    """`--index` before `[index].path`, else `.groove.db` beside the (absolute) knowledge base."""
    if flag is not None:
        return absolute(flag, cwd)
    return config.index.path or kb_path.parent / INDEX_NAME
