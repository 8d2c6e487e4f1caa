from __future__ import annotations

import pytest

from grooveseek.index.records import ChunkFilter
from grooveseek.quality.evaluation.plan import Plan, capped_limit, normalised, settled_limit
from grooveseek.search.settings import SearchSettings
from support.quality import golden_set


@pytest.mark.parametrize(
    ("limit", "k", "effective", "k_values", "depth"),
    [
        pytest.param(2000, (1, 5, 5000), 1000, (1, 5, 1000), 1000, id="both are capped"),
        pytest.param(5, (10,), 5, (10,), 10, id="a cut-off beyond the limit is fetched all the same"),
        pytest.param(None, (10, 1, 5, 5), 10, (1, 5, 10), 10, id="sorted, each once"),
        pytest.param(None, (), 10, (), 10, id="no cut-off"),
        pytest.param(None, (1, 2000), 1000, (1, 1000), 1000, id="the default limit is capped too"),
        pytest.param(20, (0, 1), 20, (0, 1), 20, id="zero"),
    ],
)
def test_how_deep_is_searched(
    limit: int | None, k: tuple[int, ...], effective: int, k_values: tuple[int, ...], depth: int
) -> None:
    plan = Plan(golden_set(), SearchSettings(), normalised(k), capped_limit(settled_limit(limit, k)))
    assert (plan.limit, plan.k_values, plan.depth) == (effective, k_values, depth)
    assert plan.request("x").limit == depth


def test_a_question_runs_through_the_reranker_only_where_one_is_named() -> None:
    settings = SearchSettings(rerank=True, reranker=True)
    assert not Plan(golden_set(), settings, (5,), 5).request("x").rerank
    assert Plan(golden_set(), settings, (5,), 5, "bge-base").request("x").rerank


def test_a_question_filters_nothing() -> None:
    where = Plan(golden_set(), SearchSettings(min_quality=0.0), (5,), 5).request('"a phrase" -not').where
    assert where == ChunkFilter(excluded_phrases=("not",))
