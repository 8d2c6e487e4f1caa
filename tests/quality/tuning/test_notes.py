from __future__ import annotations

from grooveseek.quality.tuning.notes import about_nothing, about_reach, about_settings
from grooveseek.quality.tuning.report import NothingToTune
from grooveseek.search.settings import SearchSettings
from support.quality import tuning_report


def test_what_of_the_configuration_is_not_measured() -> None:
    assert list(about_settings(SearchSettings(), fusion_is_default=True)) == []
    said = list(about_settings(SearchSettings(mmr=True, parent_retriever=True), fusion_is_default=False))
    assert ["MMR" in said[0], "parent retriever" in said[1], "[search.fusion]" in said[2]] == [True] * 3


def test_few_questions_and_those_that_cannot_be_moved() -> None:
    said = list(about_reach(tuning_report([{}] * 2, context_is_empty=True)))
    assert "2 effective queries, fewer than the 50" in said[0]
    assert "context" in said[1]
    assert said[2] == "warning: query 'still' has 1 FTS candidate and cannot be moved"


def test_enough_questions_are_not_remarked_upon() -> None:
    assert len(list(about_reach(tuning_report([{}] * 50)))) == 1


def test_nothing_to_tune_lists_the_candidates_of_each_query() -> None:
    said = list(about_nothing(NothingToTune({"a": 1, "b": 0})))
    assert "fewer than 2 FTS candidates" in said[0]
    assert said[1:] == ["  a: 1", "  b: 0"]
    assert "no query expects anything" in list(about_nothing(NothingToTune({})))[1]
