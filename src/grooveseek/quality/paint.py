"""Colour in text output: a function that a terminal's door brings, and one that leaves text as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Colour = Literal["red", "green", "blue", "yellow", "bright_black"]
Paint = Callable[[str, Colour], str]


def plain(text: str, _colour: Colour) -> str:
    """For files and pipes."""
    return text
