"""What tells whether two runs measured the same thing."""

from __future__ import annotations

from grooveseek.index.records import Facts
from grooveseek.quality.evaluation.metrics import METRIC_VERSION
from grooveseek.quality.evaluation.plan import Plan
from grooveseek.quality.evaluation.record import Context, Fingerprint, Fusion, Mmr, ParentRetriever, Quality
from grooveseek.search.settings import SearchSettings

FTS_QUERY_VERSION = 4
"""Goes up whenever a question is compiled into another question to the word index."""

_RERANKERS = {
    "bge-v2-m3": "bge-reranker-v2-m3",
    "jina-v2-ml": "jina-reranker-v2-base-multilingual",
    "bge-base": "bge-reranker-base",
}


def fingerprint_of(plan: Plan, facts: Facts) -> Fingerprint:
    """`facts` are those of the index that is searched."""
    settings = plan.settings
    fusion = fusion_of(settings)
    mmr = Mmr(settings.diversity.lambda_, settings.diversity.same_doc_penalty)
    parents = ParentRetriever(settings.expansion.whole_doc_threshold_tokens, settings.expansion.max_expanded_tokens)
    return Fingerprint(
        model=facts.model or "",
        reranker=_RERANKERS.get(plan.reranker, plan.reranker) if plan.reranker else None,
        limit=plan.limit,
        k_values=plan.k_values,
        golden_hash=plan.golden.sha256,
        metric_version=METRIC_VERSION,
        fts_query_version=FTS_QUERY_VERSION,
        mmr=mmr if settings.mmr else None,
        parent_retriever=parents if settings.parent_retriever else None,
        fusion=None if fusion == Fusion() else fusion,
        context=Context("static") if facts.context_mode == "static" else None,
        quality_filter=Quality(settings.min_quality) if settings.min_quality else None,
    )


def fusion_of(settings: SearchSettings) -> Fusion:
    weights = settings.weights
    return Fusion(settings.rrf_k, weights.heading, weights.breadcrumb, weights.content)
