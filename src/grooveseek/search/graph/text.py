"""A graph as text for a terminal."""

from __future__ import annotations

from grooveseek.search.graph.graph import Graph, Node


def graph_to_text(graph: Graph) -> str:
    stats = graph.stats
    figures = (
        f"nodes: {stats.total_nodes}, depth reached: {stats.max_depth_reached}, "
        f"neighbour queries: {stats.knn_queries}, seeds: {stats.seeds_used}, "
        f"truncated: {'yes' if graph.truncated else 'no'}, {stats.duration_ms} ms"
    )
    lines = [
        f"# Connection graph from: {graph.start_path}",
        figures,
        *(f"! truncated ({entry.reason}, limit={entry.limit}): {entry.detail}" for entry in graph.truncation),
    ]
    for node in graph.nodes:
        lines += _block(node)
    return "\n".join(lines) + "\n"


def _block(node: Node) -> list[str]:
    parent = "-" if node.parent_id is None else node.parent_id
    place = f"{node.path}#{node.heading}" if node.heading else node.path
    return [
        "",
        f"[{node.node_id}] depth {node.depth}, parent {parent}, score {node.score:.3f}",
        place,
        *([f"title: {node.title}"] if node.title else []),
        node.snippet,
    ]
