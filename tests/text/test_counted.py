from __future__ import annotations

from grooveseek.text.counted import counted


def test_a_number_and_its_noun() -> None:
    assert [counted(number, "chunk") for number in (0, 1, 2)] == ["0 chunks", "1 chunk", "2 chunks"]


def test_where_an_s_does_not_make_a_plural() -> None:
    assert [counted(number, "query", "queries") for number in (1, 2)] == ["1 query", "2 queries"]


def test_a_verb_agrees_with_its_number() -> None:
    assert [counted(number, "file waits", "files wait") for number in (1, 2)] == ["1 file waits", "2 files wait"]
