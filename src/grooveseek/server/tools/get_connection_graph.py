"""`get_connection_graph`: a walk over what is similar, from one document."""

from __future__ import annotations

from typing import Any, cast

from grooveseek.search.door import MCP
from grooveseek.search.graph.request import GraphArguments, resolve_graph
from grooveseek.search.graph.walk import walk
from grooveseek.search.graph.wire import graph_to_wire
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall
from grooveseek.server.work import Progress
from grooveseek.text.counted import counted


def get_connection_graph(call: ToolCall) -> Reply:
    def checkpoint(nodes: int, most: int) -> None:
        call.work.checkpoint()
        call.work.progress = Progress(nodes, most, f"{counted(nodes, 'node')} found")

    arguments = GraphArguments(**cast("dict[str, Any]", call.arguments))
    request = resolve_graph(arguments, call.opened.search.min_quality, MCP)
    with call.opened.index.snapshot() as snapshot:
        return Reply(graph_to_wire(walk(snapshot, request, checkpoint)))
