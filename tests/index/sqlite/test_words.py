from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, ColumnWeights, TextQuery
from grooveseek.index.sqlite import readings, texts, words
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.texts import Text
from support.index import chunk, contents_of, document, write

ALL = ChunkFilter()


def found(index: Index, *phrases: str, where: ChunkFilter = ALL, limit: int = 10) -> list[str]:
    with index.snapshot() as snapshot:
        return contents_of(snapshot, snapshot.text_candidates(TextQuery(phrases), where, limit))


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    """Everything written is packed by `compact`, and few texts are read at once."""
    monkeypatch.setattr("grooveseek.index.sqlite.packing.WORTH_PACKING", 1)
    monkeypatch.setattr(words, "_READ", 5)
    monkeypatch.setattr(words, "_READ_PER_WORD", 0)
    return open_index(tmp_path / ".groove.db", create=True)


def test_texts_that_have_the_pieces_but_not_the_word_are_dropped(index: Index) -> None:
    write(index, document("a.md", "abc bcd cde def", "abcdef"))
    index.compact()
    assert found(index, "abcdef") == ["abcdef"]


def test_reading_goes_on_until_enough_hold_a_word(index: Index) -> None:
    # Short texts come first in the rough order, and none of them holds the word.
    misleading = [f"abc bcd cde def {row}" for row in range(60)]
    real = [f"abcdef and a long text after it that goes on and on, number {row}" for row in range(3)]
    write(index, document("a.md", *misleading, *real))
    index.compact()
    assert found(index, "abcdef", limit=1)[0] in real
    assert sorted(found(index, "abcdef", limit=3)) == real


def test_a_heading_outranks_many_texts_that_mention_the_word(index: Index) -> None:
    write(index, document("a.md", *[f"a lion is mentioned in this text, number {row:03}" for row in range(200)]))
    write(index, document("b.md", chunk("what this is about is said above", "Lion")))
    for row in range(300):
        write(index, document(f"other{row}.md", "something entirely different"))
    index.compact()
    assert found(index, "lion", limit=1) == ["what this is about is said above"]


def test_a_text_that_says_a_word_often_outranks_many_that_say_it_once(index: Index) -> None:
    write(index, document("a.md", *[f"a lion is mentioned in this text, number {row:03}" for row in range(200)]))
    write(index, document("b.md", "lion lion lion and lion mentioned in this text"))
    for row in range(300):
        write(index, document(f"other{row}.md", "something entirely different"))
    index.compact()
    assert found(index, "lion", limit=1) == ["lion lion lion and lion mentioned in this text"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_filter_leaves_the_rank_of_what_remains(index: Index, packed: bool) -> None:
    for row in range(40):
        category = "xy"[row % 2]
        write(index, document(f"{row}.md", "lion " * (row % 7) + f"and text {row}", category=category))
    if packed:
        index.compact()
    everything = found(index, "lion", limit=100)
    with index.snapshot() as snapshot:
        some = {
            part.content
            for row in snapshot.documents()
            if row.category == "x"
            for part in snapshot.chunks_of(row.document_id)
        }
    assert found(index, "lion", where=ChunkFilter(category="x"), limit=100) == [
        text for text in everything if text in some
    ]


def test_more_words_than_bits_are_cut(index: Index) -> None:
    write(index, document("a.md", "word000 here", "word063 here", "word064 here"))
    index.compact()
    assert found(index, *(f"word{number:03}" for number in range(100))) == ["word000 here", "word063 here"]


def test_texts_are_read_once_for_the_same_words(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    write(index, document("a.md", *[f"a lion is mentioned in this text, number {row:03}" for row in range(9)]))
    index.compact()
    read: list[int] = []

    def by_ids(scope: Scope, text_ids: Iterable[int]) -> list[Text]:
        found = texts_by_ids(scope, text_ids)
        read.extend(text.text_id for text in found)
        return found

    texts_by_ids = texts.by_ids
    monkeypatch.setattr(texts, "by_ids", by_ids)
    with index.snapshot() as snapshot:
        for weight in (1.0, 2.0, 4.0):
            asked = TextQuery(("lion", "text"), weights=ColumnWeights(content=weight))
            assert len(snapshot.text_candidates(asked, ALL, 50)) == 9
        assert len(read) == len(set(read)) == 9
        snapshot.text_candidates(TextQuery(("lion",)), ALL, 50)
        assert len(read) == 18


def test_more_texts_than_are_kept_are_read_each_time(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_MOST_KEPT", 7)
    some = [f"a lion is mentioned in this text, number {row:03}" for row in range(20)]
    write(index, document("a.md", *some))
    index.compact()
    with index.snapshot() as snapshot:
        for limit, expected in ((1, 1), (20, 20), (5, 5), (20, 20)):
            assert len(snapshot.text_candidates(TextQuery(("lion",)), ALL, limit)) == expected
