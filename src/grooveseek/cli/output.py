"""The two streams: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
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

    if no_color or os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return plain
    return lambda text, colour: click.style(text, fg=colour)
