"""From the flags that every command shares to its workspace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grooveseek.cli.output import say

if TYPE_CHECKING:
    from grooveseek.workspace.workspace import Workspace


def workspace_of(flags: dict[str, Any]) -> Workspace:
    """Settle configuration and knowledge base, and tell what the configuration may not set."""
    from grooveseek.config.logs import set_up_logging
    from grooveseek.workspace.choices import Choices
    from grooveseek.workspace.workspace import open_workspace

    set_up_logging(os.environ)
    config = flags.get("config") or click.get_current_context().find_root().params.get("config")
    space = open_workspace(
        Choices(
            config=_path(config),
            kb_path=_path(flags.get("kb_path")),
            index=_path(flags.get("index")),
            model=flags.get("model"),
            reranker=flags.get("reranker"),
        )
    )
    for line in space.loaded.warnings:
        say(f"warning: {line}")
    return space


def _path(given: str | None) -> Path | None:
    return Path(given).expanduser() if given else None
