"""What both drawings of a graph share: colours by depth and the caption."""

from __future__ import annotations

from grooveseek.search.graph.graph import Graph

FILLS = ("#c7d7f5", "#cfe8d5", "#f7e3bd", "#f3cfd3")
"""By depth; deeper nodes take the last. Dark text is legible on each."""


def fill_of(depth: int) -> str:
    return FILLS[min(depth, len(FILLS) - 1)]


def caption(graph: Graph) -> list[str]:
    stats = graph.stats
    lines = [
        f"Connection graph from {graph.start_path}",
        f"{stats.total_nodes} nodes, depth {stats.max_depth_reached}, {stats.knn_queries} neighbour queries",
    ]
    if graph.truncated:
        lines.append("truncated: " + ", ".join(f"{entry.reason} (limit {entry.limit})" for entry in graph.truncation))
    return lines


def printable(text: str) -> str:
    """`text` with control characters, and what no XML may hold, as spaces."""
    return "".join(character if character.isprintable() or character == "\u3000" else " " for character in text)
