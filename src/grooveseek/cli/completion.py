"""`groove completion`: scripts for shells, made by click."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import get_completion_class

from grooveseek.cli.command import Command
from grooveseek.cli.values import Choice


def _completion(shell: str, **_flags: Any) -> None:
    from grooveseek.cli.program import root

    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(root(), {}, "groove", "_GROOVE_COMPLETE").source())


command = Command(_completion, [click.Argument(["shell"], type=Choice(["bash", "zsh", "fish"]), metavar="SHELL")])
