"""What is asked: a door fills `SearchArguments` as it was told; `resolve` checks them into a `SearchRequest`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grooveseek.index.records import ChunkFilter, ColumnWeights
from grooveseek.search.answer import Notice
from grooveseek.search.query import CompiledQuery


@dataclass(frozen=True, slots=True)
class SearchArguments:
    """A question as it arrived; None means not given."""

    query: str
    limit: int | None = None
    category: str | None = None
    topic: str | None = None
    path_globs: Sequence[str] | None = None
    tags_any: Sequence[str] | None = None
    tags_all: Sequence[str] | None = None
    date_from: str | None = None
    date_to: str | None = None
    fields: Mapping[str, Sequence[str]] | None = None
    fields_not: Mapping[str, Sequence[str]] | None = None
    min_quality: float | None = None
    include_low_quality: bool | None = None
    min_confidence_ratio: float | None = None
    rerank: bool | None = None
    mmr: bool | None = None
    mmr_lambda: float | None = None
    mmr_same_doc_penalty: float | None = None
    parent_retriever: bool | None = None


@dataclass(frozen=True, slots=True)
class Diversity:
    """Maximal marginal relevance: `lambda_` weighs relevance against novelty, both 0..1."""

    lambda_: float = 0.7
    same_doc_penalty: float = 0.0


@dataclass(frozen=True, slots=True)
class Expansion:
    """Parent retriever bounds, in stored tokens."""

    whole_doc_threshold_tokens: int = 100
    max_expanded_tokens: int = 2000


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A checked question with every default resolved. No stage reads anything else."""

    arguments: SearchArguments
    """As given: what `filter_applied` echoes."""
    query: CompiledQuery
    limit: int
    where: ChunkFilter
    """Excluded phrases included."""
    min_confidence_ratio: float
    rerank: bool
    diversity: Diversity | None
    expansion: Expansion | None
    rrf_k: float
    weights: ColumnWeights
    notices: tuple[Notice, ...] = ()
    """What resolving already has to say: a parameter without effect, a date bound that is no date, …"""
