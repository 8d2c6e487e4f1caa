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
    script = made(root(), {}, "groove", "_GROOVE_COMPLETE").source()
    # Descriptions hold commas, and fish would show them up to the first.
    click.echo(script.replace('string split ","', 'string split -m 1 ","'))


command = Command(_completion, [click.Argument(["shell"], type=Choice(["bash", "zsh", "fish"]), metavar="SHELL")])
