"""Saying what is about to happen, when it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Note = Callable[[str], None]
"""Hears one line for whoever watches."""

Loaded = TypeVar("Loaded")


def drop(_line: str) -> None:
    """For nobody watching."""


def announced(load: Callable[[], Loaded], note: Note, line: str | None) -> Callable[[], Loaded]:
    """`load`, which tells `line` to `note` first."""

    def announce_and_load() -> Loaded:
        if line:
            note(line)
        return load()

    return announce_and_load
