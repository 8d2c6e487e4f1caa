"""What a search does where the question does not say: the defaults of one running door, resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grooveseek.index.records import ColumnWeights
from grooveseek.search.request import Diversity, Expansion

if TYPE_CHECKING:
    from grooveseek.config.keys import Config

DEFAULT_MIN_CONFIDENCE_RATIO = 1.5
DEFAULT_MIN_QUALITY = 0.3
DEFAULT_RRF_K = 60.0
DEFAULT_MAX_REPLY_BYTES = 64 * 1024


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
    max_reply_bytes: int = DEFAULT_MAX_REPLY_BYTES
    """Of the hits in one MCP reply; 0 is no limit."""

    @classmethod
    def of(cls, config: Config, *, reranker: bool = False, rerank: bool | None = None) -> SearchSettings:
        """What `config` says. `reranker`: one is there; `rerank`: the standing choice, where a flag made one."""
        mmr, parents, fusion = config.search.mmr, config.search.parent_retriever, config.search.fusion
        return cls(
            min_quality=config.quality_filter.in_force,
            min_confidence_ratio=config.search.min_confidence_ratio,
            rerank=config.rerank_by_default if rerank is None else rerank,
            reranker=reranker,
            mmr=mmr.enabled,
            diversity=Diversity(mmr.lambda_, mmr.same_doc_penalty),
            parent_retriever=parents.enabled,
            expansion=Expansion(parents.whole_doc_threshold_tokens, parents.max_expanded_tokens),
            rrf_k=fusion.rrf_k,
            weights=ColumnWeights(
                heading=fusion.bm25_heading_weight,
                breadcrumb=fusion.bm25_context_weight,
                content=fusion.bm25_content_weight,
            ),
            max_reply_bytes=config.search.max_reply_bytes,
        )
