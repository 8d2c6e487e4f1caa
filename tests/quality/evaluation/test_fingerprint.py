from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from grooveseek.index.records import ColumnWeights, Facts
from grooveseek.quality.evaluation.fingerprint import fingerprint_of
from grooveseek.quality.evaluation.plan import Plan
from grooveseek.quality.evaluation.record import Fingerprint
from grooveseek.search.request import Diversity, Expansion
from grooveseek.search.settings import SearchSettings
from support.quality import golden_set

BARE = {
    "model": "multilingual-e5-small",
    "reranker": None,
    "limit": 5,
    "k_values": [1, 5],
    "golden_hash": "ab",
    "metric_version": 2,
    "fts_query_version": 4,
}


def fingerprint(
    settings: SearchSettings | None = None, reranker: str | None = None, context_mode: str | None = "off"
) -> Any:
    plan = Plan(golden_set(sha256="ab"), settings or SearchSettings(min_quality=0.0), (1, 5), 5, reranker)
    facts = Facts(model="multilingual-e5-small", context_mode=context_mode)
    return msgspec.json.decode(msgspec.json.encode(fingerprint_of(plan, facts)))


def test_what_has_no_effect_is_absent() -> None:
    settings = SearchSettings(min_quality=0.0, diversity=Diversity(0.2, 0.3), expansion=Expansion(5, 500))
    assert fingerprint(settings) == BARE


@pytest.mark.parametrize(
    ("reranker", "recorded"),
    [
        ("bge-v2-m3", "bge-reranker-v2-m3"),
        ("jina-v2-ml", "jina-reranker-v2-base-multilingual"),
        ("bge-base", "bge-reranker-base"),
    ],
)
def test_rerankers_go_by_their_full_names(reranker: str, recorded: str) -> None:
    assert fingerprint(reranker=reranker) == BARE | {"reranker": recorded}


@pytest.mark.parametrize(
    ("settings", "part"),
    [
        (SearchSettings(mmr=True, diversity=Diversity(0.5, 0.1)), {"mmr": {"lambda": 0.5, "same_doc_penalty": 0.1}}),
        (
            SearchSettings(parent_retriever=True, expansion=Expansion(50, 900)),
            {"parent_retriever": {"whole_doc_threshold_tokens": 50, "max_expanded_tokens": 900}},
        ),
        (
            SearchSettings(rrf_k=10.0, weights=ColumnWeights(heading=4.0, breadcrumb=0.5)),
            {
                "fusion": {
                    "rrf_k": 10.0,
                    "bm25_heading_weight": 4.0,
                    "bm25_context_weight": 0.5,
                    "bm25_content_weight": 1.0,
                }
            },
        ),
        (SearchSettings(min_quality=0.3), {"quality_filter": {"threshold": 0.3}}),
    ],
)
def test_what_has_an_effect_is_there(settings: SearchSettings, part: dict[str, Any]) -> None:
    if "quality_filter" not in part:
        settings = replace(settings, min_quality=0.0)
    assert fingerprint(settings) == BARE | part


def test_the_context_is_the_one_the_index_records() -> None:
    assert fingerprint(context_mode="static") == BARE | {"context": {"mode": "static"}}
    assert fingerprint(context_mode=None) == BARE


def test_stored_fingerprints_without_versions_are_of_the_first_ones() -> None:
    stored = {key: value for key, value in BARE.items() if not key.endswith("version")}
    read = msgspec.json.decode(msgspec.json.encode(stored), type=Fingerprint)
    assert (read.metric_version, read.fts_query_version) == (1, 1)
