"""The two streams: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
from typing import Any

import click


def say(line: str) -> None:
    """One line for whoever watches."""
    click.echo(line, err=True)


def print_text(text: str) -> None:
    """A result as text, which brings its own line ends but for the last one."""
    click.echo(text)


def print_json(value: Any) -> None:
    """A result: two-space indent, non-ASCII as it is, one newline at the end."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
