from __future__ import annotations

from grooveseek.indexing.unrelated import QUESTIONS
from grooveseek.text.script import script_of


def test_the_questions_are_in_the_script_they_stand_for() -> None:
    assert {script: {script_of(each) for each in questions} for script, questions in QUESTIONS.items()} == {
        "Latin": {"Latin"},
        "Japanese": {"Japanese"},
    }


def test_there_are_as_many_in_each_script_and_none_twice() -> None:
    assert {script: len(set(questions)) for script, questions in QUESTIONS.items()} == {"Latin": 32, "Japanese": 32}


def test_an_endpoint_takes_them_in_one_request() -> None:
    assert sum(len(questions) for questions in QUESTIONS.values()) <= 64
