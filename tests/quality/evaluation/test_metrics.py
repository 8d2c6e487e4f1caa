from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.quality.evaluation.metrics import matches, ndcg_at, recall_at, reciprocal_rank
from grooveseek.quality.golden.set import Expected
from support.quality import At, expecting, places

DOUBLE_DISCOUNT = (1 / log2(3) + 1 / log2(4)) / (1 + 1 / log2(3))


def test_a_wrong_first_hit() -> None:
    expected, hits = expecting("a.md", "b.md"), places("x.md", "a.md", "b.md")
    assert recall_at(1, expected, hits) == 0
    assert recall_at(5, expected, hits) == 1
    assert reciprocal_rank(expected, hits) == 0.5
    assert ndcg_at(5, expected, hits) == pytest.approx(DOUBLE_DISCOUNT, abs=1e-15)
    assert ndcg_at(5, expected, hits) == pytest.approx(0.693426, abs=5e-7)


def test_further_hits_of_one_document_gain_nothing() -> None:
    expected, hits = expecting("a.md"), places("a.md#A", "a.md#B", "a.md#C")
    assert ndcg_at(10, expected, hits) == 1.0
    assert recall_at(1, expected, hits) == 1.0


def test_one_hit_satisfies_twins_in_recall_but_gives_its_gain_once() -> None:
    expected, hits = expecting("a.md", "a.md"), places("a.md")
    assert recall_at(5, expected, hits) == 1.0
    assert ndcg_at(5, expected, hits) == pytest.approx(0.613147, abs=5e-7)


def test_an_entry_with_a_heading_is_taken_first() -> None:
    assert ndcg_at(5, expecting("a.md", "a.md#X"), places("a.md#X", "a.md#Y")) == 1.0


@pytest.mark.parametrize(
    ("heading", "hit", "expected"),
    [
        (" data FLOW ", "Data flow", True),
        (" data FLOW ", None, False),
        ("Data  flow", "Data flow", False),
        ("ÄÖ", "äö", True),
        ("\u3000見出し", "見出し\u00a0", True),
        (None, None, True),
        (None, "any", True),
    ],
)
def test_headings_match_but_for_case_and_outer_white_space(
    heading: str | None, hit: str | None, expected: bool
) -> None:
    assert matches(Expected("a.md", heading), At("a.md", hit)) is expected


def test_paths_match_byte_by_byte() -> None:
    assert not matches(Expected("A.md"), At("a.md"))
    assert not matches(Expected("ゴミ.md"), At("コ\u3099ミ.md"))


@pytest.mark.parametrize(("expected", "hits", "k"), [((), ("a.md",), 5), (("a.md",), (), 5), (("a.md",), ("a.md",), 0)])
def test_where_there_is_nothing_to_count_all_is_zero(expected: tuple[str, ...], hits: tuple[str, ...], k: int) -> None:
    assert recall_at(k, expecting(*expected), places(*hits)) == 0.0
    assert ndcg_at(k, expecting(*expected), places(*hits)) == 0.0


def test_the_reciprocal_rank_looks_at_the_whole_list() -> None:
    hits = places(*[f"{n}.md" for n in range(99)], "a.md")
    assert reciprocal_rank(expecting("a.md"), hits) == 0.01
    assert reciprocal_rank(expecting("z.md"), hits) == 0.0


_places = st.lists(st.sampled_from(["a.md", "a.md#X", "a.md#Y", "b.md", "b.md#X", "c.md"]), max_size=8)


@given(expected=_places, hits=_places, k=st.integers(0, 10))
def test_every_metric_lies_between_nothing_and_all(expected: list[str], hits: list[str], k: int) -> None:
    for value in (
        recall_at(k, expecting(*expected), places(*hits)),
        ndcg_at(k, expecting(*expected), places(*hits)),
        reciprocal_rank(expecting(*expected), places(*hits)),
    ):
        assert 0.0 <= value <= 1.0


@given(expected=_places.filter(bool), k=st.integers(1, 10))
def test_the_expected_list_itself_is_a_perfect_answer(expected: list[str], k: int) -> None:
    entries = expecting(*sorted(expected, key=lambda place: "#" not in place))
    assert ndcg_at(k, entries, [At(entry.path, entry.heading) for entry in entries]) == pytest.approx(1.0)
