"""Which function stands behind a tool's name."""

from __future__ import annotations

from grooveseek.server.tools.call import Tool


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
