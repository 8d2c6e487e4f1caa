"""`groove completion`: scripts for shells, and what they are told; both made by click, with its gaps filled."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import BashComplete, add_completion_class, get_completion_class

from grooveseek.cli.command import Command
from grooveseek.cli.values import Choice


class _Bash(BashComplete):
    """Bash takes `--flag=value` for three words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, last = super().get_completion_args()
        if last == "=":
            return words, ""
        return (words[:-1] if words[-1:] == ["="] else words), last


def fill_gaps() -> None:
    """Let click answer with the classes above."""
    add_completion_class(_Bash)


def _completion(shell: str, **_flags: Any) -> None:
    from grooveseek.cli.program import root

    made = get_completion_class(shell)
    assert made is not None
    script = made(root(), {}, "groove", "_GROOVE_COMPLETE").source()
    # Descriptions hold commas, and fish would show them up to the first.
    click.echo(script.replace('string split ","', 'string split -m 1 ","'))


command = Command(_completion, [click.Argument(["shell"], type=Choice(["bash", "zsh", "fish"]), metavar="SHELL")])
