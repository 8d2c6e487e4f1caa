from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from grooveseek.search.answer import Notice
from grooveseek.search.graph.dot import graph_to_dot
from grooveseek.search.graph.graph import Graph, GraphStats, Node, Truncation
from grooveseek.search.graph.svg import cells, graph_to_svg, shorten
from grooveseek.search.graph.text import graph_to_text
from grooveseek.search.graph.wire import graph_to_wire

SVG = "{http://www.w3.org/2000/svg}"


def node(node_id: int, parent_id: int | None, depth: int, path: str = "a.md", heading: str | None = None) -> Node:
    return Node(
        node_id, parent_id, depth, 100 + node_id, 1.0 if parent_id is None else 0.8125, path, heading, None, None, "…"
    )


GRAPH = Graph(
    start_path="a.md",
    nodes=(
        node(0, None, 0, heading="Start"),
        node(1, 0, 1, "b.md"),
        node(2, 0, 1, 'c "q" \\ <x>.md'),
        node(3, 1, 2, "d.md"),
    ),
    truncation=(Truncation("node_budget", 4, "raise max_nodes"),),
    stats=GraphStats(total_nodes=4, max_depth_reached=2, knn_queries=2, duration_ms=3, seeds_used=1),
)


def test_json_has_every_key() -> None:
    wire = graph_to_wire(GRAPH)

    assert set(wire) == {"start_path", "truncated", "truncation", "nodes", "stats"}
    assert wire["truncated"] is True
    assert wire["truncation"] == [{"reason": "node_budget", "limit": 4, "detail": "raise max_nodes"}]
    assert wire["nodes"][1] == {
        "node_id": 1,
        "parent_id": 0,
        "depth": 1,
        "chunk_id": 101,
        "score": 0.8125,
        "path": "b.md",
        "heading": None,
        "title": None,
        "topic": None,
        "snippet": "…",
    }
    assert wire["stats"] == {
        "total_nodes": 4,
        "max_depth_reached": 2,
        "knn_queries": 2,
        "duration_ms": 3,
        "seeds_used": 1,
    }


def test_json_tells_what_there_is_to_say() -> None:
    told = replace(GRAPH, notices=(Notice("suggestions", "There is no topic."),))

    assert graph_to_wire(told)["notices"] == [{"code": "suggestions", "message": "There is no topic."}]


def test_text_has_a_line_for_all_that_is_known() -> None:
    lines = graph_to_text(GRAPH).splitlines()

    assert lines[0] == "# Connection graph from: a.md"
    assert "truncated: yes" in lines[1]
    assert lines[2] == "! truncated (node_budget, limit=4): raise max_nodes"
    assert lines[3:7] == ["", "[0] depth 0, parent -, score 1.000", "a.md#Start", "…"]


def test_dot_escapes_labels() -> None:
    lines = graph_to_dot(GRAPH).splitlines()

    assert lines[0] == "digraph connections {"
    assert "  rankdir=LR;" in lines
    assert any('label="a.md\\n#Start"' in line for line in lines)
    assert any(r'label="c \"q\" \\ <x>.md"' in line for line in lines)
    assert '  n0 -> n1 [label="0.81"];' in lines
    assert any("truncated: node_budget (limit 4)" in line for line in lines)


def test_dot_has_no_control_characters() -> None:
    graph = replace(GRAPH, nodes=(node(0, None, 0, "a\nb\tc\x00.md"),))

    assert 'label="a b c .md"' in graph_to_dot(graph)


def test_svg_is_one_standalone_picture() -> None:
    drawn = graph_to_svg(GRAPH)
    root = ET.fromstring(drawn)

    assert root.tag == f"{SVG}svg"
    assert {element.tag for element in root.iter()} == {f"{SVG}{tag}" for tag in ("svg", "rect", "text", "g", "path")}
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert 'c "q" \\ <x>.md' in texts
    assert "truncated: node_budget (limit 4)" in texts


def test_svg_puts_a_parent_between_its_children() -> None:
    root = ET.fromstring(graph_to_svg(GRAPH))
    boxes = [(float(box.get("x", 0)), float(box.get("y", 0))) for box in root.iter(f"{SVG}rect")][1:]

    assert len({x for x, _ in boxes}) == 3
    assert boxes[0][1] == (boxes[1][1] + boxes[2][1]) / 2
    assert boxes[3][1] == boxes[1][1]


def test_svg_is_wide_enough_for_its_caption() -> None:
    graph = replace(GRAPH, start_path="日本語" * 60)

    assert float(ET.fromstring(graph_to_svg(graph)).get("width", 0)) >= 2 * 7 * 180


def test_svg_draws_an_orphan_as_a_root() -> None:
    graph = replace(GRAPH, nodes=(node(0, None, 0), node(1, 9, 1, "b.md")))

    root = ET.fromstring(graph_to_svg(graph))
    assert len(list(root.iter(f"{SVG}rect"))) == 3
    assert list(root.iter(f"{SVG}path")) == []


def test_an_empty_graph_can_be_drawn() -> None:
    empty = Graph("a.md", (), (), GraphStats(0, 0, 0, 0, 0))

    assert graph_to_dot(empty).endswith("}\n")
    assert ET.fromstring(graph_to_svg(empty)).tag == f"{SVG}svg"
    assert graph_to_wire(empty)["truncated"] is False


def test_a_wide_character_fills_two_cells() -> None:
    assert cells("aあ") == 3


@pytest.mark.parametrize(
    ("text", "most", "short"), [("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("ああああ", 6, "ああ…")]
)
def test_a_text_is_shortened_to_its_box(text: str, most: int, short: str) -> None:
    assert shorten(text, most) == short
