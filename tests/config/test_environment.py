from __future__ import annotations

from grooveseek.config.environment import VARIABLES, given


def test_a_variable_that_is_set_but_empty_counts_as_unset() -> None:
    assert given({"GROOVE_LOG": ""}, "GROOVE_LOG") is None
    assert given({}, "GROOVE_LOG") is None
    assert given({"GROOVE_LOG": "debug"}, "GROOVE_LOG") == "debug"


def test_every_variable_says_what_it_does() -> None:
    assert all(text.endswith(".") for text in VARIABLES.values())
