from __future__ import annotations

from grooveseek.config.keys import Config, Fusion, Mmr, ParentRetriever, QualityFilter, Search
from grooveseek.index.records import ColumnWeights
from grooveseek.search.request import Diversity, Expansion
from grooveseek.search.settings import SearchSettings


def test_the_defaults_are_those_of_an_empty_configuration() -> None:
    assert SearchSettings.of(Config(), rerank=False) == SearchSettings()


def test_every_key_is_taken_over() -> None:
    config = Config(
        rerank_by_default=False,
        quality_filter=QualityFilter(threshold=0.6),
        search=Search(
            min_confidence_ratio=2.5,
            mmr=Mmr(enabled=True, lambda_=0.2, same_doc_penalty=0.1),
            parent_retriever=ParentRetriever(enabled=True, whole_doc_threshold_tokens=7, max_expanded_tokens=70),
            fusion=Fusion(rrf_k=10.0, bm25_heading_weight=3.0, bm25_context_weight=4.0, bm25_content_weight=5.0),
        ),
    )

    assert SearchSettings.of(config, reranker=True) == SearchSettings(
        min_quality=0.6,
        min_confidence_ratio=2.5,
        rerank=False,
        reranker=True,
        mmr=True,
        diversity=Diversity(0.2, 0.1),
        parent_retriever=True,
        expansion=Expansion(7, 70),
        rrf_k=10.0,
        weights=ColumnWeights(heading=3.0, breadcrumb=4.0, content=5.0),
    )


def test_a_quality_filter_switched_off_lets_everything_pass() -> None:
    assert SearchSettings.of(Config(quality_filter=QualityFilter(enabled=False))).min_quality == 0.0


def test_a_flag_wins_over_the_standing_choice() -> None:
    assert SearchSettings.of(Config(rerank_by_default=False), rerank=True).rerank is True
    assert SearchSettings.of(Config()).rerank is True
