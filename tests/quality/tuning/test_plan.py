from __future__ import annotations

import pytest

from grooveseek.errors import GrooveError
from grooveseek.quality.tuning.plan import Plan, settled_k, settled_limit
from support.quality import golden_set


@pytest.mark.parametrize(
    ("k", "limit", "k_values", "effective"),
    [
        ((1, 10), None, (1, 5, 10), 10),
        ((20,), 3, (5, 20), 20),
        ((0, 5, 5), None, (5,), 5),
        ((), None, (5,), 5),
        ((1, 5), 50, (1, 5), 50),
        ((10_000,), None, (5, 10_000), 10_000),
    ],
)
def test_cut_offs_and_limit(k: tuple[int, ...], limit: int | None, k_values: tuple[int, ...], effective: int) -> None:
    assert settled_k(k) == k_values
    assert settled_limit(limit, k_values) == effective


def test_the_largest_values_are_named_in_a_refusal() -> None:
    with pytest.raises(GrooveError, match=r"--k 10001 .* 10000"):
        settled_k((1, 10_001))
    with pytest.raises(GrooveError, match=r"--limit 10001 .* 10000"):
        settled_limit(10_001, (5,))


def test_a_question_is_searched_by_plain_fusion() -> None:
    settings = Plan(golden_set(), (5,), 5).settings
    assert (settings.min_quality, settings.mmr, settings.parent_retriever, settings.reranker) == (
        0.0,
        False,
        False,
        False,
    )
    assert Plan(golden_set(), (5,), 5, min_quality=0.3).settings.min_quality == 0.3
