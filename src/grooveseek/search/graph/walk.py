"""The walk: from a document's chunks to their nearest neighbours, and on to theirs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from grooveseek.errors import InvalidRequestError
from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import ChunkFilter, StoredChunk
from grooveseek.models.protocol import Vector
from grooveseek.search.graph.graph import Graph, GraphStats, Node
from grooveseek.search.graph.request import GraphRequest
from grooveseek.search.graph.truncation import Truncations
from grooveseek.search.notices import suggestions
from grooveseek.search.suggest import did_you_mean, nearest_paths, unknown_places

SNIPPET_CHARACTERS = 200

Checkpoint = Callable[[int, int], None]
"""Called before each neighbour query with (nodes so far, most nodes there can be); may raise to end the walk."""

_GROWTH = 4


def walk(snapshot: Snapshot, request: GraphRequest, checkpoint: Checkpoint | None = None) -> Graph:
    """Breadth first from `request.start`. Raises `InvalidRequestError` when that document is not in the index."""
    started = time.monotonic()
    tour = _Walk(snapshot, request, checkpoint or (lambda _nodes, _most: None))
    tour.plant()
    if request.fan_out:
        tour.grow()
    return Graph(
        start_path=request.start,
        nodes=tuple(tour.nodes),
        truncation=tour.truncations.all(),
        stats=GraphStats(
            total_nodes=len(tour.nodes),
            max_depth_reached=max((node.depth for node in tour.nodes), default=0),
            knn_queries=tour.queries,
            duration_ms=int((time.monotonic() - started) * 1000),
            seeds_used=tour.seeds_used,
        ),
        notices=()
        if any(node.depth for node in tour.nodes)
        else tuple(suggestions(unknown_places(snapshot, tour.where))),
    )


def snippet(content: str) -> str:
    return content if len(content) <= SNIPPET_CHARACTERS else content[:SNIPPET_CHARACTERS] + "…"


@dataclass(slots=True)
class _Walk:
    snapshot: Snapshot
    request: GraphRequest
    checkpoint: Checkpoint
    nodes: list[Node] = field(default_factory=list)
    queries: int = 0
    seeds_used: int = 0
    visited: set[int] = field(default_factory=set)
    paths: set[str] = field(default_factory=set)
    vectors: dict[int, Vector] = field(default_factory=dict)
    """By node id; a node whose chunk has no vector yet is not expanded."""
    truncations: Truncations = field(init=False)
    where: ChunkFilter = field(init=False)

    def __post_init__(self) -> None:
        request = self.request
        self.truncations = Truncations(request)
        self.where = ChunkFilter(category=request.category, topic=request.topic, min_quality=request.min_quality)

    @property
    def full(self) -> bool:
        return len(self.nodes) >= self.request.max_nodes

    def plant(self) -> None:
        request = self.request
        document = self.snapshot.document(request.start)
        if document is None:
            raise InvalidRequestError(
                f"{request.start} is not in the index; pass a path exactly as search returns it, or run `groove index` "
                f"if the document is new{did_you_mean(nearest_paths(self.snapshot, request.start))}"
            )
        chunks = self.snapshot.chunks_of(document.document_id, 0, request.max_seed_chunks - 1)
        self.visited.update(chunk.chunk_id for chunk in chunks)
        if document.chunk_count > len(chunks):
            self.truncations.seed_chunks()
        vectors = self.snapshot.vectors_of([chunk.chunk_id for chunk in chunks])
        if request.seed_strategy == "centroid":
            self._plant_centroid(chunks, [vectors[chunk.chunk_id] for chunk in chunks if chunk.chunk_id in vectors])
            return
        for chunk in chunks:
            if self.full:
                self.truncations.node_budget()
                break
            self._add(chunk, vectors.get(chunk.chunk_id))
        self.seeds_used = len(self.nodes)

    def grow(self) -> None:
        queue = deque(self.nodes)
        while queue:
            node = queue.popleft()
            if node.depth >= self.request.depth:
                continue
            if self.full:
                self.truncations.node_budget()
            elif node.node_id in self.vectors:
                queue.extend(self._expand(node))

    def _expand(self, node: Node) -> list[Node]:
        self.checkpoint(len(self.nodes), self.request.max_nodes)
        self.queries += 1
        added: list[Node] = []
        for chunk, score in self._neighbours(self.vectors[node.node_id]):
            if score < self.request.min_similarity:
                break
            if self._barred(chunk):
                continue
            if self.full:
                self.truncations.node_budget()
                break
            added.append(self._add(chunk, None, node, score))
            if len(added) == self.request.fan_out:
                break
        vectors = self.snapshot.vectors_of([child.chunk_id for child in added])
        self.vectors |= {child.node_id: vectors[child.chunk_id] for child in added if child.chunk_id in vectors}
        return added

    def _neighbours(self, vector: Vector) -> Iterator[tuple[StoredChunk, float]]:
        """Chunks not visited yet, nearest first; further ones are read only when the nearer did not suffice."""
        seen, limit = 0, 2 * self.request.fan_out
        while True:
            found = self.snapshot.vector_candidates(vector, self.where, limit)
            scores = {found_one.chunk_id: found_one.score for found_one in found[seen:]}
            unvisited = [chunk_id for chunk_id in scores if chunk_id not in self.visited]
            for chunk in self.snapshot.chunks(unvisited):
                yield chunk, min(max(scores[chunk.chunk_id], 0.0), 1.0)
            if len(found) < limit or min(scores.values(), default=0.0) < self.request.min_similarity:
                return
            seen, limit = limit, limit * _GROWTH

    def _barred(self, chunk: StoredChunk) -> bool:
        path = chunk.path
        return (
            path == self.request.start
            or path in self.request.exclude_paths
            or (self.request.dedup_by_path and path in self.paths)
        )

    def _plant_centroid(self, chunks: Sequence[StoredChunk], vectors: Sequence[Vector]) -> None:
        if not chunks:
            return
        if self.full:
            self.truncations.node_budget()
            return
        self._add(chunks[0], _centroid(vectors) if vectors else None)
        self.seeds_used = len(vectors)

    def _add(self, chunk: StoredChunk, vector: Vector | None, parent: Node | None = None, score: float = 1.0) -> Node:
        node = Node(
            node_id=len(self.nodes),
            parent_id=parent.node_id if parent else None,
            depth=parent.depth + 1 if parent else 0,
            chunk_id=chunk.chunk_id,
            score=score,
            path=chunk.path,
            heading=chunk.heading,
            title=chunk.title,
            topic=chunk.topic,
            snippet=snippet(chunk.content),
        )
        self.nodes.append(node)
        self.visited.add(chunk.chunk_id)
        self.paths.add(chunk.path)
        if vector is not None:
            self.vectors[node.node_id] = vector
        return node


def _centroid(vectors: Sequence[Vector]) -> Vector:
    mean = np.array(vectors, np.float64).mean(axis=0)
    return np.asarray(mean / (np.linalg.norm(mean) or 1.0), np.float32)
