"""A graph as one standalone picture: a column per depth, leaves stacked in the order of the walk."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grooveseek.search.graph.drawing import caption, fill_of, printable
from grooveseek.search.graph.graph import Graph, Node

_BOX_WIDTH = 250
_BOX_HEIGHT = 44
_COLUMN = 340
_ROW = 60
_MARGIN = 20
_LINE = 18
_FONT = 12
_HALF_WIDTH = 7
"""Pixels a half-width character takes at most; a full-width one takes two of them."""
_BOX_CELLS = (_BOX_WIDTH - 16) // _HALF_WIDTH


@dataclass(frozen=True, slots=True)
class _Place:
    x: float
    y: float


def graph_to_svg(graph: Graph) -> str:
    """Needs nothing from outside: no font, style sheet, script or image."""
    places, rows = _layout(graph.nodes)
    lines = caption(graph)
    deepest = max((node.depth for node in graph.nodes), default=0)
    top = _MARGIN + _LINE * len(lines) + _MARGIN
    drawn = 2 * _MARGIN + deepest * _COLUMN + _BOX_WIDTH
    width = max(drawn, 2 * _MARGIN + max(map(cells, lines)) * _HALF_WIDTH)
    height = top + rows * _ROW + _MARGIN
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="{_FONT}">'
    )
    parts = [
        root,
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(
            f'<text x="{_MARGIN}" y="{_MARGIN + _LINE * number}" fill="#222222">{_xml(line)}</text>'
            for number, line in enumerate(lines, 1)
        ),
        f'<g transform="translate({_MARGIN},{top})">',
    ]
    parts += [
        _edge(places[node.parent_id], places[node.node_id], node) for node in graph.nodes if node.parent_id in places
    ]
    parts += [_box(places[node.node_id], node) for node in graph.nodes]
    return "\n".join([*parts, "</g>", "</svg>", ""])


def cells(text: str) -> int:
    """Columns of a terminal that `text` fills: a full-width character counts as two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def shorten(text: str, most: int) -> str:
    """`text`, cut with `…` where it fills more than `most` columns."""
    if cells(text) <= most:
        return text
    kept, used = [], 1
    for character in text:
        used += cells(character)
        if used > most:
            break
        kept.append(character)
    return "".join(kept) + "…"


def _layout(nodes: Sequence[Node]) -> tuple[dict[int | None, _Place], int]:
    """Where each node stands, and how many rows the leaves take. A parent stands between its first and last child."""
    known = {node.node_id for node in nodes}
    children: dict[int | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent_id if node.parent_id in known else None, []).append(node)
    rows: dict[int, float] = {}
    leaves = 0
    stack = [(root, False) for root in reversed(children.get(None, []))]
    while stack:
        node, ready = stack.pop()
        below = children.get(node.node_id, [])
        if not below:
            rows[node.node_id] = leaves
            leaves += 1
        elif ready:
            rows[node.node_id] = (rows[below[0].node_id] + rows[below[-1].node_id]) / 2
        else:
            stack.append((node, True))
            stack += [(child, False) for child in reversed(below)]
    return {node.node_id: _Place(node.depth * _COLUMN, rows[node.node_id] * _ROW) for node in nodes}, leaves


def _edge(parent: _Place, child: _Place, node: Node) -> str:
    x1, y1 = parent.x + _BOX_WIDTH, parent.y + _BOX_HEIGHT / 2
    x2, y2 = child.x, child.y + _BOX_HEIGHT / 2
    bend = (x1 + x2) / 2
    return (
        f'<path d="M{x1:g},{y1:g} C{bend:g},{y1:g} {bend:g},{y2:g} {x2:g},{y2:g}" fill="none" stroke="#8a8f98"/>'
        f'<text x="{x2 - 4:g}" y="{y2 - 4:g}" text-anchor="end" fill="#555555" font-size="10">{node.score:.2f}</text>'
    )


def _box(place: _Place, node: Node) -> str:
    lines = [node.path, f"#{node.heading}"] if node.heading else [node.path]
    first = place.y + (18 if node.heading else 27)
    texts = "".join(
        f'<text x="{place.x + 8:g}" y="{first + _LINE * number:g}" fill="#222222">'
        f"{_xml(shorten(line, _BOX_CELLS))}</text>"
        for number, line in enumerate(lines)
    )
    return (
        f'<rect x="{place.x:g}" y="{place.y:g}" width="{_BOX_WIDTH}" height="{_BOX_HEIGHT}" rx="6" '
        f'fill="{fill_of(node.depth)}" stroke="#8a8f98"/>{texts}'
    )


def _xml(text: str) -> str:
    return escape(printable(text))
