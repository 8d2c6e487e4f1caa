"""What a walk found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grooveseek.search.answer import Notice


@dataclass(frozen=True, slots=True)
class Node:
    """One chunk that was reached. `node_id` is its position; a seed has no parent, depth 0 and score 1.0."""

    node_id: int
    parent_id: int | None
    depth: int
    chunk_id: int
    score: float
    """Similarity to its parent, 0..1."""
    path: str
    heading: str | None
    title: str | None
    topic: str | None
    snippet: str


@dataclass(frozen=True, slots=True)
class Truncation:
    """Something was lost to a cap; `detail` says how to get more."""

    reason: Literal["seed_chunks", "node_budget"]
    limit: int
    detail: str


@dataclass(frozen=True, slots=True)
class GraphStats:
    total_nodes: int
    max_depth_reached: int
    knn_queries: int
    duration_ms: int
    seeds_used: int


@dataclass(frozen=True, slots=True)
class Graph:
    start_path: str
    nodes: tuple[Node, ...]
    truncation: tuple[Truncation, ...]
    stats: GraphStats
    notices: tuple[Notice, ...] = ()

    @property
    def truncated(self) -> bool:
        return bool(self.truncation)
