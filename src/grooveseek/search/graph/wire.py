"""A graph as JSON: one object for MCP and the command line."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from grooveseek.search.graph.graph import Graph


def graph_to_wire(graph: Graph) -> dict[str, Any]:
    """All keys are always there, but for `notices`, which come when there is something to say."""
    wire: dict[str, Any] = {
        "start_path": graph.start_path,
        "truncated": graph.truncated,
        "truncation": [asdict(entry) for entry in graph.truncation],
        "nodes": [asdict(node) for node in graph.nodes],
        "stats": asdict(graph.stats),
    }
    if graph.notices:
        wire["notices"] = [asdict(notice) for notice in graph.notices]
    return wire
