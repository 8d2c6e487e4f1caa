"""Which caps cut a walk short, each named once, with the way out."""

from __future__ import annotations

from dataclasses import dataclass, field

from grooveseek.search.graph.graph import Truncation
from grooveseek.search.graph.request import MAX_NODES, GraphRequest


@dataclass(slots=True)
class Truncations:
    request: GraphRequest
    _found: dict[str, Truncation] = field(default_factory=dict)

    def seed_chunks(self) -> None:
        limit = self.request.max_seed_chunks
        self._found["seed_chunks"] = Truncation(
            "seed_chunks",
            limit,
            f"only the first {limit} chunks of the start document were read; raise max_seed_chunks to cover more "
            "(seed_strategy centroid averages the same chunks and brings none back)",
        )

    def node_budget(self) -> None:
        limit = self.request.max_nodes
        wider = f"the ceiling of {MAX_NODES} nodes is reached" if limit >= MAX_NODES else "raise max_nodes"
        self._found["node_budget"] = Truncation(
            "node_budget",
            limit,
            f"the graph holds {limit} nodes, its maximum; {wider}; for depth instead of breadth use seed_strategy "
            "centroid, a lower max_seed_chunks or a lower fan_out; for fewer nodes a higher min_similarity, "
            "dedup_by_path, or a category or topic",
        )

    def all(self) -> tuple[Truncation, ...]:
        return tuple(self._found.values())
