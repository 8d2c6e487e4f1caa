from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Unrelated
from grooveseek.search.vocabulary import said_by_unrelated, vocabulary

SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("said", "unrelated", "worth"),
    [
        # A word of a question that can be answered is found 95 times in 100, here one of an unrelated one 50 times.
        (0.0, 0.5, log(5 / 50)),
        (0.5, 0.5, (log(95 / 50) + log(5 / 50)) / 2),
        (0.8, 0.7, 0.8 * log(95 / 70) + 0.2 * log(5 / 30)),
        # All are worth no more than nearly all.
        (1.0, 0.5, 0.4),
        (0.95, 0.5, 0.4),
        # Where nearly all words of any question are found, that one is says next to nothing.
        (1.0, 0.9, log(95 / 90)),
        (0.0, 0.9, log(5 / 10)),
        # What a few dozen questions cannot tell.
        (0.0, 0.1, log(5 / 70)),
        (1.0, 1.0, log(95 / 90)),
    ],
)
def test_a_share_is_worth_the_mean_log_likelihood_ratio_of_the_words(
    said: float, unrelated: float, worth: float
) -> None:
    assert vocabulary(said, unrelated) == pytest.approx(worth)


def test_that_no_word_is_found_is_but_a_doubt_where_none_could_be() -> None:
    assert vocabulary(0.0, 0.0) == -0.2
    assert vocabulary(0.3, 0.0) == -0.2
    assert vocabulary(1.0, 0.0) == 0.4


@given(SHARES, SHARES, SHARES)
def test_more_words_are_never_worth_less(one: float, other: float, unrelated: float) -> None:
    assert vocabulary(min(one, other), unrelated) <= vocabulary(max(one, other), unrelated)


@given(st.floats(0.01, 1), st.floats(0.01, 1))
def test_all_words_are_worth_less_the_more_unrelated_questions_find(one: float, other: float) -> None:
    assert vocabulary(1.0, max(one, other)) <= vocabulary(1.0, min(one, other))


@pytest.mark.parametrize(
    ("question", "share"),
    [("how to grow tomatoes", 0.2), ("トマトの育て方", 0.6), ("как вырастить помидоры", 0.4), ("", 0.4)],
)
def test_unrelated_questions_are_those_in_the_same_script_or_all(question: str, share: float) -> None:
    scripts = {"Latin": Unrelated(0.8, 0.02, 0.2), "Japanese": Unrelated(0.8, 0.02, 0.6)}

    assert said_by_unrelated(question, scripts) == pytest.approx(share)
