"""From the flags that every command shares to its workspace."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grooveseek.cli.output import say

if TYPE_CHECKING:
    from grooveseek.config.load import LoadedConfig
    from grooveseek.workspace.workspace import Workspace


def workspace_of(flags: dict[str, Any], log: str | None = None) -> Workspace:
    """Settle configuration and knowledge base, and tell what the configuration may not set.

    `log`: the filter of log records where the environment has none.
    """
    from grooveseek.config.logs import USUAL, set_up_logging
    from grooveseek.workspace.choices import Choices
    from grooveseek.workspace.workspace import open_workspace

    set_up_logging(os.environ, usual=log or USUAL)
    space = open_workspace(
        Choices(
            config=flags["config"],
            kb_path=expanded(flags["kb_path"]),
            index=expanded(flags["index"]),
            model=flags.get("model"),
            reranker=flags.get("reranker"),
        )
    )
    _warn(space.loaded)
    return space


def configuration_of(flags: dict[str, Any]) -> LoadedConfig:
    """The configuration alone, for commands that need neither model nor index."""
    from grooveseek.config.directories import working_folder
    from grooveseek.config.load import load
    from grooveseek.config.logs import set_up_logging

    set_up_logging(os.environ)
    loaded = load(flags["config"], working_folder(), os.environ)
    _warn(loaded)
    return loaded


def _warn(loaded: LoadedConfig) -> None:
    for line in loaded.warnings:
        say(f"warning: {line}")


def warn_of_sizes(space: Workspace) -> None:
    """For commands that read files: what the configured limits may cost."""
    from grooveseek.config.sizes import memory_warnings

    for line in memory_warnings(space.loaded.config.index.caps):
        say(f"warning: {line}")


def expanded(path: Path | None) -> Path | None:
    """`path` with a leading `~` as the home folder."""
    from grooveseek.config.directories import directories
    from grooveseek.config.paths import expand_home

    return None if path is None else expand_home(path, directories(os.environ, sys.platform).home)
