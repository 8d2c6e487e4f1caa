from __future__ import annotations

import re

import pytest

from grooveseek.search import notices
from grooveseek.search.answer import Notice
from support.paths import REPOSITORY

EVERY = [
    notices.no_index("groove index --kb-path notes"),
    notices.empty_index(),
    notices.words_only(),
    notices.vectors_pending(3, 10),
    notices.blank_query(),
    notices.not_written(["boat over the wind"]),
    notices.low_quality_left_out(),
    notices.filters_leave_nothing(),
    notices.phrases_dropped(8, 2),
    *notices.date_bounds([("date_from", "soon")]),
    notices.parameter_ignored("mmr_lambda", "MMR is off"),
    *notices.suggestions(['there is no topic "x"']),
]


@pytest.mark.parametrize("notice", EVERY, ids=lambda notice: notice.code)
def test_a_code_is_stable_kebab_case_and_the_message_a_sentence(notice: Notice) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", notice.code)
    assert notice.message.isascii()
    assert notice.message.endswith(".")


@pytest.mark.parametrize("notice", EVERY, ids=lambda notice: notice.code)
def test_every_code_is_in_the_documentation(notice: Notice) -> None:
    assert f"`{notice.code}`" in (REPOSITORY / "docs" / "clients.md").read_text(encoding="utf-8")


def test_codes_are_different() -> None:
    assert len({notice.code for notice in EVERY}) == len(EVERY)


def test_counts_are_named() -> None:
    assert "8 phrases and 2 exclusions" in notices.phrases_dropped(8, 2).message
    assert "exclusions" not in notices.phrases_dropped(8, 0).message
    assert '"a", "b" are' in notices.not_written(["a", "b"]).message
    assert "1 phrase at its end was not used" in notices.phrases_dropped(1, 0).message
    assert "3 of 10" in notices.vectors_pending(3, 10).message


def test_parameters_that_nobody_knows_are_told_with_what_may_be_meant() -> None:
    known = ["query", "path_globs", "date_from"]
    told = [notice.message for notice in notices.unknown_parameters(["path_glob", "\u8272"], known)]
    assert told == [
        "'path_glob': ignored, because there is no such parameter; did you mean `path_globs`?",
        "'\\u8272': ignored, because there is no such parameter.",
    ]


def test_of_many_or_endless_parameters_little_is_said() -> None:
    told = list(notices.unknown_parameters(["x" * 100_000] * 1000, ["query"]))
    assert len(told) == 5
    assert told[0].message == f"'{'x' * 60}...': ignored, because there is no such parameter."


@pytest.mark.parametrize("value", [None, "2026-01-01", "2026-01-01T09:00:00+09:00", "2026-01-01 09:00"])
def test_dates_and_absent_bounds_are_not_told(value: str | None) -> None:
    assert list(notices.date_bounds([("date_from", value)])) == []
