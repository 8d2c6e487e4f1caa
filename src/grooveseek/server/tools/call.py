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


Tool = Callable[[ToolCall], Reply]
"""Runs in a worker thread. Raises `GrooveError` for what the caller should read."""


def tool_named(name: str) -> Tool:
    """The function behind a listed tool; its module is imported when it is first called."""
    match name:
        case "search":
            from grooveseek.server.tools.search import search

            return search
        case "list_topics":
            from grooveseek.server.tools.list_topics import list_topics

            return list_topics
        case "get_document":
            from grooveseek.server.tools.get_document import get_document

            return get_document
        case "get_best_practice":
            from grooveseek.server.tools.get_best_practice import get_best_practice

            return get_best_practice
        case "rebuild_index":
            from grooveseek.server.tools.rebuild_index import rebuild_index

            return rebuild_index
        case "get_connection_graph":
            from grooveseek.server.tools.get_connection_graph import get_connection_graph

            return get_connection_graph
    raise LookupError(name)
