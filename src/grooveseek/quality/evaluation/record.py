"""One measured run, as it is written into the history and as JSON."""

from __future__ import annotations

import msgspec


class Mmr(msgspec.Struct, frozen=True):
    lambda_: float = msgspec.field(name="lambda")
    same_doc_penalty: float


class ParentRetriever(msgspec.Struct, frozen=True):
    whole_doc_threshold_tokens: int
    max_expanded_tokens: int


class Fusion(msgspec.Struct, frozen=True):
    """The constants of fusion that can be configured; the defaults are the built-in ones."""

    rrf_k: float = 60.0
    bm25_heading_weight: float = 2.0
    bm25_context_weight: float = 1.0
    bm25_content_weight: float = 1.0


class Context(msgspec.Struct, frozen=True):
    mode: str


class Quality(msgspec.Struct, frozen=True):
    threshold: float


class Fingerprint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must be equal for two runs to be comparable. Optional parts are there only while they have an effect."""

    model: str
    """The embedding identity that the index records."""
    reranker: str | None
    limit: int
    k_values: tuple[int, ...]
    golden_hash: str
    metric_version: int = 1
    """1 stands for runs that record none; so it does for `fts_query_version`."""
    fts_query_version: int = 1
    mmr: Mmr | None = None
    parent_retriever: ParentRetriever | None = None
    fusion: Fusion | None = None
    context: Context | None = None
    """As recorded in the index."""
    quality_filter: Quality | None = None


class Corpus(msgspec.Struct, frozen=True):
    """What was searched: sizes, and a digest of every chunk."""

    documents: int
    chunks: int
    digest: str


class Metrics(msgspec.Struct, frozen=True):
    """Of one query, by cut-off."""

    recall_at_k: dict[int, float]
    reciprocal_rank: float
    ndcg_at_k: dict[int, float]


class Aggregate(msgspec.Struct, frozen=True):
    """Means over the queries that expect something."""

    recall_at_k: dict[int, float]
    mrr: float
    ndcg_at_k: dict[int, float]
    query_count: int


class Place(msgspec.Struct, frozen=True):
    path: str
    heading: str | None = None


class RankedHit(msgspec.Struct, frozen=True):
    rank: int
    """From 1."""
    path: str
    heading: str | None
    score: float


class QueryResult(msgspec.Struct, frozen=True):
    id: str
    query: str
    expected: tuple[Place, ...]
    top_k: tuple[RankedHit, ...]
    """Everything that was fetched, in rank order."""
    metrics: Metrics


class Quoted(msgspec.Struct, frozen=True):
    query_id: str
    rank_in_top_k: int | None
    """Best rank of the document among what that query fetched."""


class Finding(msgspec.Struct, frozen=True):
    check: str
    path: str
    quoted: tuple[Quoted, ...]


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    timestamp: str
    """UTC, RFC 3339."""
    fingerprint: Fingerprint
    per_query: tuple[QueryResult, ...]
    """All queries, in the order of the golden set."""
    aggregate: Aggregate
    corpus: Corpus | None = None
    """None in runs that record none."""
    findings: tuple[Finding, ...] = ()
