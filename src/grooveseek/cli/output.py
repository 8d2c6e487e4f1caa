"""The two streams: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grooveseek.cli.text import Mark
    from grooveseek.quality.paint import Paint


def say(line: str) -> None:
    """One line for whoever watches."""
    click.echo(line, err=True)


def print_text(text: str) -> None:
    """A result as text, which brings its own line ends but for the last one."""
    click.echo(text)


def print_json(value: Any) -> None:
    """A result: two-space indent, non-ASCII as it is, one newline at the end."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def paint_for(*, no_color: bool) -> Paint:
    """Colours where stdout is a terminal and neither a flag nor `NO_COLOR` forbids them."""
    from grooveseek.quality.paint import plain

    if not _is_coloured(no_color=no_color):
        return plain
    return lambda text, colour: click.style(text, fg=colour)


def mark_for(*, no_color: bool) -> Mark:
    """Bold type where there may be colours."""
    return (lambda text: click.style(text, bold=True)) if _is_coloured(no_color=no_color) else str


def _is_coloured(*, no_color: bool) -> bool:
    return not no_color and not os.environ.get("NO_COLOR") and sys.stdout is not None and sys.stdout.isatty()
