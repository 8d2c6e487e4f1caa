from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Background, Candidate
from grooveseek.search.candidates import Legs
from grooveseek.search.fusion import fuse
from grooveseek.search.votes import weighed

BACKGROUND = Background(spread=0.025, unrelated=0.8, deviation=0.02, vectors=100)
"""So a whole vote by meaning is a tenth of a cosine."""
NO_SPREAD = Background(spread=None, unrelated=0.8, deviation=0.02, vectors=3)


def near(**cosines: float) -> list[Candidate]:
    """By meaning; names are `c` and the chunk id."""
    return [Candidate(int(name[1:]), cosine) for name, cosine in cosines.items()]


def said(*found: tuple[int, float, float]) -> list[Candidate]:
    """By words: chunk id, score, share."""
    return [Candidate(*each) for each in found]


def order(legs: Legs, background: Background | None = BACKGROUND) -> list[int]:
    return [candidate.chunk_id for candidate in fuse(weighed(legs, background), 60.0)]


def test_nearness_is_measured_in_spreads_from_the_fiftieth() -> None:
    meaning = [Candidate(number, 0.90 - 0.001 * number) for number in range(60)]

    weights = weighed(Legs((), meaning), BACKGROUND)[1].weights

    assert weights is not None
    assert weights[0] == pytest.approx(0.01 + 0.049 / 0.1)
    assert weights[39] == pytest.approx(0.01 + 0.010 / 0.1)
    assert weights[49:] == [0.01] * 11


@pytest.mark.parametrize("background", [None, NO_SPREAD])
def test_without_a_spread_the_nearest_has_a_whole_vote(background: Background | None) -> None:
    weights = weighed(Legs((), near(c1=0.9, c2=0.7, c3=0.5)), background)[1].weights

    assert weights == pytest.approx([1.01, 0.51, 0.01])


def test_words_count_by_the_share_they_say_and_by_their_score() -> None:
    words = said((1, 10.0, 0.5), (2, 5.0, 0.5), (3, 5.0, 0.25))

    weights = weighed(Legs(words, near(c9=0.9)), BACKGROUND)[0].weights

    assert weights is not None
    assert [weight / weights[0] for weight in weights] == pytest.approx([1.0, 0.5, 0.25])


def test_words_are_doubted_where_the_best_of_them_are_far_in_meaning() -> None:
    far = weighed(Legs(said((1, 10.0, 0.5)), near(c2=0.9, c3=0.8)), BACKGROUND)[0].weights
    nearest = weighed(Legs(said((2, 10.0, 0.5)), near(c2=0.9, c3=0.8)), BACKGROUND)[0].weights

    assert far == pytest.approx([0.25], abs=0.01)
    assert nearest == pytest.approx([0.6])


def test_a_chunk_that_says_all_that_was_asked_needs_no_support() -> None:
    weights = weighed(Legs(said((1, 10.0, 1.0)), near(c2=0.9, c3=0.8)), BACKGROUND)[0].weights

    assert weights == pytest.approx([1.2])


def test_a_rare_name_wins_over_what_is_a_little_nearer() -> None:
    assert order(Legs(said((1, 9.0, 1.0)), near(c2=0.88, c3=0.87, c1=0.82)))[0] == 1


def test_a_stray_word_does_not_win_over_what_is_much_nearer() -> None:
    assert order(Legs(said((1, 9.0, 0.2), (2, 8.0, 0.2)), near(c3=0.92, c4=0.9, c1=0.82)))[:2] == [3, 4]


@pytest.mark.parametrize("background", [None, BACKGROUND])
def test_one_leg_alone_keeps_its_order(background: Background | None) -> None:
    assert order(Legs(said((3, 4.0, 0.2), (1, 2.0, 0.9), (2, 1.0, 0.1)), ()), background) == [1, 3, 2]
    assert order(Legs((), near(c3=0.9, c1=0.8, c2=0.7)), background) == [3, 1, 2]


@pytest.mark.parametrize("background", [None, BACKGROUND, NO_SPREAD, replace(BACKGROUND, spread=0.0)])
def test_cosines_that_are_all_the_same_are_no_trouble(background: Background | None) -> None:
    assert order(Legs((), near(c3=0.8, c1=0.8)), background) == [3, 1]
    assert order(Legs(said((1, 0.0, 0.0)), near(c2=0.8)), background) == [2, 1]


@given(
    st.lists(st.tuples(st.floats(0, 50), st.floats(0, 1)), max_size=60),
    st.lists(st.floats(-1, 1), max_size=60),
    st.sampled_from([None, BACKGROUND]),
)
def test_votes_by_meaning_never_grow_along_the_leg_and_none_is_negative(
    words: list[tuple[float, float]], cosines: list[float], background: Background | None
) -> None:
    by_score = sorted(words, reverse=True)
    legs = Legs(
        [Candidate(number, *each) for number, each in enumerate(by_score)],
        [Candidate(number, cosine) for number, cosine in enumerate(sorted(cosines, reverse=True))],
    )

    by_words, by_meaning = (leg.weights or [] for leg in weighed(legs, background))

    assert all(0 <= weight <= 1.2 for weight in by_words)
    assert all(weight >= 0.01 for weight in by_meaning)
    assert all(one >= other for one, other in pairwise(by_meaning))
