from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.search.answer import Answer
from grooveseek.search.ask import ask
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from support.index import chunk, document, write, write_embedded
from support.models import GivenModels, HashEmbedder

FACTS = Facts(model="hash", dimension=64, context_mode="off", declared_fields=(), run_state="complete")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = open_index(tmp_path / "notes.db", create=True)
    opened.record(FACTS)
    write_embedded(opened, document("stub.md", chunk("The alarm code is 4711", quality=0.1), category="home"))
    for number in range(8):
        text = f"Number {number} of the minutes of the gardening club, which met to talk about roses and hedges"
        write_embedded(opened, document(f"minutes/{number}.md", text, category="club"))
    yield opened
    opened.close()


def asked(index: Index, query: str, models: GivenModels | None = None, **arguments: Any) -> Answer:
    given = models or GivenModels(HashEmbedder())
    return ask(index, given, resolve(SearchArguments(query, **arguments), SearchSettings()))


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def test_nothing_is_said_where_the_answer_is_good(index: Index) -> None:
    assert codes(asked(index, "minutes of the gardening club")) == []


def test_a_short_answer_tells_of_chunks_of_low_quality(index: Index) -> None:
    answer = asked(index, "alarm code", category="home")

    assert answer.hits == ()
    assert codes(answer) == ["low-quality-left-out"]
    assert codes(asked(index, "alarm code", category="home", include_low_quality=True)) == []


def test_a_short_answer_for_another_reason_does_not(index: Index) -> None:
    assert "low-quality-left-out" not in codes(asked(index, "roses", category="club", limit=20))
    assert "low-quality-left-out" not in codes(asked(index, "roses", category="none"))


def test_filters_that_let_nothing_through_are_told(index: Index) -> None:
    assert codes(asked(index, "roses", date_from="2026-01-01")) == ["filters-leave-nothing"]
    assert codes(asked(index, "roses -minutes", include_low_quality=False, category="club")) == [
        "filters-leave-nothing"
    ]
    assert "filters-leave-nothing" not in codes(asked(index, "roses", category="home"))
    assert "filters-leave-nothing" not in codes(asked(index, "zzz", GivenModels(None)))


def test_of_chunks_without_a_vector_nobody_knows_whether_the_filters_leave_them(index: Index) -> None:
    write(index, document("new.md", "Something about bees and their hives", category="bees"))

    assert codes(asked(index, "roses", category="bees")) == ["vectors-pending"]


def test_a_doubtful_answer_tells_of_them_where_they_would_not_be_doubtful(index: Index) -> None:
    answer = asked(index, "alarm code")

    assert answer.low_confidence
    assert codes(answer) == ["low-quality-left-out"]
    assert not asked(index, "alarm code", include_low_quality=True).low_confidence
    assert codes(asked(index, "zzzqqx wibblefrotz")) == []


def test_a_quoted_phrase_that_only_they_hold_is_told_with_the_reason(index: Index) -> None:
    answer = asked(index, 'gardening club "alarm code"')

    assert codes(answer) == ["phrase-not-found", "low-quality-left-out"]


def test_no_model_is_asked_a_second_time(index: Index) -> None:
    embedder = HashEmbedder()

    asked(index, "alarm code", GivenModels(embedder))

    assert embedder.queries == ["alarm code"]


def test_it_is_told_by_words_alone_too(index: Index) -> None:
    assert codes(asked(index, "alarm code", GivenModels(None))) == ["words-only", "low-quality-left-out"]
