"""One call of a tool, as its module sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grooveseek.server.backend import Opened
from grooveseek.server.rebuilds import Rebuilds
from grooveseek.server.replies import Reply
from grooveseek.server.work import Work


@dataclass(frozen=True, slots=True)
class ToolCall:
    """`arguments` have the types their parameters declare; absent ones are missing."""

    opened: Opened
    arguments: Mapping[str, object]
    work: Work
    rebuilds: Rebuilds
    unknown: tuple[str, ...] = ()
    """Names of arguments that were given, but that no parameter has."""


Tool = Callable[[ToolCall], Reply]
"""Runs in a worker thread. Raises `GrooveError` for what the caller should read."""
