"""What one run measures, settled before anything is opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.quality.golden.set import GoldenSet
from grooveseek.search.bounds import MAX_LIMIT
from grooveseek.search.request import SearchArguments, SearchRequest
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings

NO_K_DEPTH = 10
"""How deep a search goes where no cut-off says so."""


@dataclass(frozen=True, slots=True)
class Plan:
    golden: GoldenSet
    settings: SearchSettings
    """Every choice of the run folded in: a question adds nothing but its text."""
    k_values: tuple[int, ...]
    """Ascending, each once, none over the retrieval cap."""
    limit: int
    reranker: str | None = None
    """Name of the reranking model that every query runs through."""

    @property
    def depth(self) -> int:
        """Hits fetched for each query."""
        return max(self.limit, max(self.k_values, default=NO_K_DEPTH))

    def request(self, query: str) -> SearchRequest:
        """No filter but the quality threshold of the settings."""
        return resolve(SearchArguments(query, limit=self.depth, rerank=self.reranker is not None), self.settings)


def settled_limit(given: int | None, k_values: Iterable[int]) -> int:
    """The hits to ask for before the cap: by default the largest of the cut-offs as given."""
    return max(k_values, default=NO_K_DEPTH) if given is None else given


def capped_limit(limit: int) -> int:
    return min(limit, MAX_LIMIT)


def normalised(k_values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({min(k, MAX_LIMIT) for k in k_values}))
