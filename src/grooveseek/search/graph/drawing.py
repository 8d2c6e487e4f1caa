"""What both drawings of a graph share: colours by depth and the caption."""

from __future__ import annotations

from grooveseek.search.graph.graph import Graph
from grooveseek.text.counted import counted

FILLS = ("#c7d7f5", "#cfe8d5", "#f7e3bd", "#f3cfd3")
"""By depth; deeper nodes take the last. Dark text is legible on each."""


def fill_of(depth: int) -> str:
    return FILLS[min(depth, len(FILLS) - 1)]


def caption(graph: Graph) -> list[str]:
    stats = graph.stats
    nodes = counted(stats.total_nodes, "node")
    queries = counted(stats.knn_queries, "neighbour query", "neighbour queries")
    lines = [f"Connection graph from {graph.start_path}", f"{nodes}, depth {stats.max_depth_reached}, {queries}"]
    if graph.truncated:
        lines.append("truncated: " + ", ".join(f"{entry.reason} (limit {entry.limit})" for entry in graph.truncation))
    return lines


def printable(text: str) -> str:
    """`text` with control characters, and what no XML may hold, as spaces."""
    return "".join(character if character.isprintable() or character == "\u3000" else " " for character in text)
