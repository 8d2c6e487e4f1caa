"""A graph for Graphviz."""

from __future__ import annotations

from grooveseek.search.graph.drawing import caption, fill_of, printable
from grooveseek.search.graph.graph import Graph, Node


def graph_to_dot(graph: Graph) -> str:
    lines = [
        "digraph connections {",
        "  rankdir=LR;",
        f'  label="{_label(*caption(graph))}";',
        "  labelloc=b;",
        '  node [shape=box, style="rounded,filled", fontname="sans-serif"];',
        '  edge [fontname="sans-serif", fontsize=10];',
    ]
    lines += [_node(node) for node in graph.nodes]
    lines += [
        f'  n{node.parent_id} -> n{node.node_id} [label="{node.score:.2f}"];'
        for node in graph.nodes
        if node.parent_id is not None
    ]
    return "\n".join([*lines, "}", ""])


def _node(node: Node) -> str:
    heading = [f"#{node.heading}"] if node.heading else []
    return f'  n{node.node_id} [label="{_label(node.path, *heading)}", fillcolor="{fill_of(node.depth)}"];'


def _label(*lines: str) -> str:
    escaped = (printable(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return "\\n".join(escaped)
