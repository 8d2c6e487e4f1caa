from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grooveseek.errors import InvalidRequestError
from grooveseek.index.open import open_index
from grooveseek.index.records import StoredChunk
from grooveseek.models.protocol import Vector
from grooveseek.search.graph.graph import Graph
from grooveseek.search.graph.request import GraphRequest
from grooveseek.search.graph.walk import snippet, walk
from support.index import document as stored_document
from support.index import write_embedded
from support.search import PLAIN_CHUNK, MemorySnapshot, document, unit

EAST = unit(1, 0, 0)


def at_distance(distance: float) -> Vector:
    """A unit vector this far from `EAST`."""
    cosine = 1 - distance**2 / 2
    return np.array([cosine, np.sqrt(max(0.0, 1 - cosine**2)), 0], np.float32)


def base(*documents: list[Vector], content: str = "text") -> MemorySnapshot:
    """Documents `a.md`, `b.md`, … with one chunk per vector; the first is where a walk starts."""
    stored: list[StoredChunk] = []
    vectors: dict[int, Vector] = {}
    for name, given in zip("abcdefgh", documents, strict=False):
        made = document(f"{name}.md", *[replace(PLAIN_CHUNK, content=content) for _ in given])
        stored += made
        vectors |= {chunk.chunk_id: vector for chunk, vector in zip(made, given, strict=True)}
    return MemorySnapshot(stored, vectors)


def paths(graph: Graph) -> list[str]:
    return [node.path for node in graph.nodes]


@pytest.mark.parametrize(("distance", "score"), [(0.0, 1.0), (0.5, 0.875), (2**0.5, 0.0), (2.0, 0.0)])
def test_a_score_is_the_similarity_to_the_parent(distance: float, score: float) -> None:
    graph = walk(base([EAST], [at_distance(distance)]), GraphRequest("a.md", min_similarity=0.0))

    assert graph.nodes[1].score == pytest.approx(score, abs=1e-6)
    assert graph.nodes[0].score == 1.0


def test_without_fan_out_there_are_only_seeds() -> None:
    graph = walk(base([EAST], [EAST]), GraphRequest("a.md", fan_out=0))

    assert paths(graph) == ["a.md"]
    assert (graph.stats.knn_queries, graph.stats.max_depth_reached, graph.truncated) == (0, 0, False)


def test_depth_zero_gives_only_seeds() -> None:
    graph = walk(base([EAST], [EAST]), GraphRequest("a.md", depth=0))

    assert (paths(graph), graph.stats.knn_queries, graph.truncated) == (["a.md"], 0, False)


def test_seed_chunks_beyond_the_cap_are_told() -> None:
    graph = walk(base([EAST] * 20), GraphRequest("a.md", depth=1, max_seed_chunks=5, max_nodes=100))

    assert [node.depth for node in graph.nodes] == [0] * 5
    assert graph.stats.seeds_used == 5
    assert [(entry.reason, entry.limit) for entry in graph.truncation] == [("seed_chunks", 5)]


def test_both_caps_may_cut_the_seeds() -> None:
    graph = walk(base([EAST] * 3), GraphRequest("a.md", max_seed_chunks=2, max_nodes=1))

    assert len(graph.nodes) == 1
    assert [(entry.reason, entry.limit) for entry in graph.truncation] == [("seed_chunks", 2), ("node_budget", 1)]
    assert graph.stats.seeds_used == 1


@pytest.mark.parametrize("strategy", ["all_chunks", "centroid"])
def test_no_nodes_at_all(strategy: str) -> None:
    request = replace(GraphRequest("a.md", max_nodes=0), seed_strategy=strategy)  # type: ignore[arg-type]

    graph = walk(base([EAST]), request)

    assert graph.nodes == ()
    assert graph.stats.seeds_used == 0
    assert [(entry.reason, entry.limit) for entry in graph.truncation] == [("node_budget", 0)]


def test_a_full_graph_stops_in_the_middle_of_a_node() -> None:
    snapshot = base([EAST, unit(0, 0, 1)], [at_distance(0.1), at_distance(0.2)])

    graph = walk(snapshot, GraphRequest("a.md", depth=1, max_nodes=3))

    assert len(graph.nodes) == 3
    assert graph.stats.knn_queries == 1
    assert [(entry.reason, entry.limit) for entry in graph.truncation] == [("node_budget", 3)]


def test_a_budget_filled_exactly_is_no_truncation() -> None:
    graph = walk(base([EAST], [EAST]), GraphRequest("a.md", depth=1, max_nodes=2))

    assert (len(graph.nodes), graph.truncated) == (2, False)


def test_one_node_per_path_on_request() -> None:
    snapshot = base([EAST], [at_distance(0.1), at_distance(0.2)])

    assert paths(walk(snapshot, GraphRequest("a.md", depth=1))) == ["a.md", "b.md", "b.md"]
    assert paths(walk(snapshot, GraphRequest("a.md", depth=1, dedup_by_path=True))) == ["a.md", "b.md"]


def test_the_start_never_comes_back() -> None:
    snapshot = base([EAST, at_distance(0.01), at_distance(0.02)], [at_distance(0.1)])

    graph = walk(snapshot, GraphRequest("a.md", depth=2, max_seed_chunks=1))

    assert paths(graph) == ["a.md", "b.md"]


def test_neighbours_are_read_until_enough_are_found() -> None:
    start = [EAST, *(at_distance(number / 1000) for number in range(1, 30))]
    snapshot = base(start, [at_distance(0.5)], [at_distance(0.6)])

    graph = walk(snapshot, GraphRequest("a.md", depth=1, fan_out=2, max_seed_chunks=1))

    assert paths(graph) == ["a.md", "b.md", "c.md"]
    assert graph.stats.knn_queries == 1


def test_nothing_less_similar_than_the_cutoff_is_taken() -> None:
    snapshot = base([EAST], [at_distance(0.5)], [at_distance(1.0)])

    assert paths(walk(snapshot, GraphRequest("a.md", depth=1, min_similarity=0.6))) == ["a.md", "b.md"]


def test_excluded_paths_are_passed_over() -> None:
    snapshot = base([EAST], [at_distance(0.1)], [at_distance(0.2)])

    graph = walk(snapshot, GraphRequest("a.md", depth=1, exclude_paths=frozenset({"b.md"})))

    assert paths(graph) == ["a.md", "c.md"]


def test_the_walk_goes_on_from_what_it_found() -> None:
    snapshot = base([EAST], [at_distance(0.5)], [at_distance(1.0)])

    graph = walk(snapshot, GraphRequest("a.md", depth=2, fan_out=1, min_similarity=0.6))

    assert [(node.path, node.parent_id, node.depth) for node in graph.nodes] == [
        ("a.md", None, 0),
        ("b.md", 0, 1),
        ("c.md", 1, 2),
    ]
    assert graph.stats.max_depth_reached == 2


def test_a_centroid_is_the_mean_of_the_seeds() -> None:
    snapshot = base([unit(1, 0, 0), unit(0, 1, 0)], [unit(1, 1, 0)], [unit(1, 0, 0)])

    graph = walk(snapshot, GraphRequest("a.md", depth=1, fan_out=1, seed_strategy="centroid"))

    assert paths(graph) == ["a.md", "b.md"]
    assert graph.nodes[1].score == pytest.approx(1.0)
    assert graph.stats.seeds_used == 2


def test_quality_is_asked_of_discovered_nodes_only() -> None:
    snapshot = base([EAST], [EAST], [EAST])
    snapshot.stored = [replace(chunk, quality=0.1 if chunk.path != "c.md" else 0.9) for chunk in snapshot.stored]

    assert paths(walk(snapshot, GraphRequest("a.md", min_quality=0.3, depth=1))) == ["a.md", "c.md"]


def test_a_seed_without_a_vector_is_shown_but_not_expanded() -> None:
    snapshot = base([EAST], [EAST])
    snapshot.vectors = {}

    graph = walk(snapshot, GraphRequest("a.md"))

    assert (paths(graph), graph.stats.knn_queries, graph.truncated) == (["a.md"], 0, False)


def test_a_start_that_is_not_indexed_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"no\.md is not in the index.*groove index"):
        walk(base([EAST]), GraphRequest("no.md"))


def test_every_neighbour_query_can_be_the_last() -> None:
    seen: list[tuple[int, int]] = []

    walk(base([EAST, EAST], [EAST]), GraphRequest("a.md", depth=1), lambda nodes, most: seen.append((nodes, most)))

    assert seen == [(2, 100), (3, 100)]


def test_a_snippet_is_the_first_200_characters() -> None:
    assert snippet("x" * 500) == "x" * 200 + "…"
    assert snippet("x" * 200) == "x" * 200
    assert len(snippet("あ" * 201)) == 201


def test_queries_never_exceed_nodes() -> None:
    rng = np.random.default_rng(7)
    snapshot = base(*[[unit(*rng.normal(size=3)) for _ in range(6)] for _ in range(8)])

    graph = walk(snapshot, GraphRequest("a.md", depth=3, fan_out=3, max_nodes=30, min_similarity=0.0))

    assert graph.stats.knn_queries <= graph.stats.total_nodes == len(graph.nodes) <= 30
    assert [node.node_id for node in graph.nodes] == list(range(len(graph.nodes)))
    assert len({node.chunk_id for node in graph.nodes}) == len(graph.nodes)


def test_a_walk_over_a_real_index(tmp_path: Path) -> None:
    index = open_index(tmp_path / "notes.db", create=True)
    write_embedded(index, stored_document("start.md", "sail a boat across the wind"))
    write_embedded(index, stored_document("near.md", "sail a boat in the wind", title="Near", topic="sea"))
    write_embedded(index, stored_document("far.md", "列車の時刻表と乗り換え"))

    with index.snapshot() as snapshot:
        graph = walk(snapshot, GraphRequest("start.md", min_similarity=0.4))
        lost = walk(snapshot, GraphRequest("start.md", min_similarity=0.4, topic="seas"))
    index.close()

    assert paths(graph) == ["start.md", "near.md"]
    assert (graph.nodes[1].title, graph.nodes[1].topic) == ("Near", "sea")
    assert 0.4 < graph.nodes[1].score < 1.0
    assert graph.notices == ()
    assert paths(lost) == ["start.md"]
    assert [notice.message for notice in lost.notices] == ['There is no topic "seas"; did you mean "sea"?']
