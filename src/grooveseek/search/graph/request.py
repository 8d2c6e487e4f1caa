"""What a walk is asked: arguments as given, and the request they become once clamped and checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grooveseek.search.bounds import check_list, size_of
from grooveseek.search.door import PYTHON, Door

SeedStrategy = Literal["all_chunks", "centroid"]

SEED_STRATEGIES: dict[str, SeedStrategy] = {
    "all-chunks": "all_chunks",
    "all_chunks": "all_chunks",
    "centroid": "centroid",
}

MAX_DEPTH = 3
MAX_FAN_OUT = 20
MAX_NODES = 2000
MAX_SEED_CHUNKS = 1000

DEFAULT_MIN_SIMILARITY = 0.3


@dataclass(frozen=True, slots=True)
class GraphArguments:
    """A walk as it was asked for; None means not given."""

    start: str
    depth: int | None = None
    fan_out: int | None = None
    min_similarity: float | None = None
    seed_strategy: str | None = None
    category: str | None = None
    topic: str | None = None
    exclude_paths: Sequence[str] | None = None
    dedup_by_path: bool | None = None
    max_nodes: int | None = None
    max_seed_chunks: int | None = None


@dataclass(frozen=True, slots=True)
class GraphRequest:
    start: str
    min_quality: float = 0.0
    """0..1; needed of discovered nodes, not of seeds."""
    depth: int = 2
    fan_out: int = 5
    min_similarity: float = DEFAULT_MIN_SIMILARITY
    seed_strategy: SeedStrategy = "all_chunks"
    category: str | None = None
    topic: str | None = None
    exclude_paths: frozenset[str] = frozenset()
    dedup_by_path: bool = False
    max_nodes: int = 100
    max_seed_chunks: int = 32


def resolve_graph(arguments: GraphArguments, min_quality: float, door: Door = PYTHON) -> GraphRequest:
    """Clamp numbers, refuse the rest: an unknown strategy, a list too long, a similarity that is no number."""
    check_list(arguments.exclude_paths, "exclude_paths", door)
    size_of(arguments.start, "start")
    default = GraphRequest(arguments.start)
    return GraphRequest(
        start=arguments.start,
        min_quality=min_quality,
        depth=_clamped(arguments.depth, default.depth, 0, MAX_DEPTH),
        fan_out=_clamped(arguments.fan_out, default.fan_out, 0, MAX_FAN_OUT),
        min_similarity=_similarity(arguments.min_similarity, door),
        seed_strategy=_strategy(arguments.seed_strategy, door),
        category=arguments.category,
        topic=arguments.topic,
        exclude_paths=frozenset(arguments.exclude_paths or ()),
        dedup_by_path=bool(arguments.dedup_by_path),
        max_nodes=_clamped(arguments.max_nodes, default.max_nodes, 0, MAX_NODES),
        max_seed_chunks=_clamped(arguments.max_seed_chunks, default.max_seed_chunks, 1, MAX_SEED_CHUNKS),
    )


def _clamped(given: int | None, default: int, low: int, high: int) -> int:
    return default if given is None else min(max(given, low), high)


def _similarity(given: float | None, door: Door) -> float:
    if given is not None and not math.isfinite(given):
        if door.strict_numbers:
            raise door.malformed(f"{door.name('min_similarity')} must be finite, got {given}")
        given = None
    return DEFAULT_MIN_SIMILARITY if given is None else min(max(given, 0.0), 1.0)


def _strategy(given: str | None, door: Door) -> SeedStrategy:
    if given is None:
        return "all_chunks"
    if given not in SEED_STRATEGIES:
        accepted = ", ".join(SEED_STRATEGIES)
        raise door.malformed(f"{door.name('seed_strategy')} {given!r} is not known; accepted: {accepted}")
    return SEED_STRATEGIES[given]
