"""What a search does where the question does not say: the defaults of one running door, resolved."""

from __future__ import annotations

from dataclasses import dataclass, field

from grooveseek.index.records import ColumnWeights
from grooveseek.search.request import Diversity, Expansion

DEFAULT_LIMIT = 5
DEFAULT_MIN_CONFIDENCE_RATIO = 1.5
DEFAULT_MIN_QUALITY = 0.3
DEFAULT_RRF_K = 60.0


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Checked where it is made; every search of a door shares one."""

    min_quality: float = DEFAULT_MIN_QUALITY
    """0..1; 0 where the quality filter is switched off."""
    min_confidence_ratio: float = DEFAULT_MIN_CONFIDENCE_RATIO
    rerank: bool = False
    """Whether a search reranks unless told; meaningless without `reranker`."""
    reranker: bool = False
    """Whether a reranker is there at all."""
    mmr: bool = False
    diversity: Diversity = field(default_factory=Diversity)
    parent_retriever: bool = False
    expansion: Expansion = field(default_factory=Expansion)
    rrf_k: float = DEFAULT_RRF_K
    weights: ColumnWeights = field(default_factory=ColumnWeights)
