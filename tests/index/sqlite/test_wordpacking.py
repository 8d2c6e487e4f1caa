from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, Rename, TextQuery
from grooveseek.index.sqlite import generations, texts, wordpacking, wordsegments
from grooveseek.index.sqlite.database import Database
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.wordpacking import STALE
from support.index import document, write

ALL = ChunkFilter()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".groove.db"


@contextmanager
def scope_of(path: Path) -> Iterator[Scope]:
    database = Database(path)
    with database.reading() as connection:
        yield Scope(connection, generations.current(connection).number)
    database.close()


def layout(path: Path) -> tuple[list[int], int, int]:
    """Rows of each segment, loose texts, stale texts."""
    with scope_of(path) as scope:
        rows = [entry.rows for entry in wordsegments.entries(scope)]
        return rows, texts.count_after(scope, wordsegments.watermark(scope)), STALE.count(scope)


def fill(index: Index, name: str, count: int) -> None:
    write(index, document(f"{name}.md", *[f"words of {name} {row}" for row in range(count)]))


def found(index: Index, phrase: str) -> int:
    with index.snapshot() as snapshot:
        return len(snapshot.text_candidates(TextQuery((phrase,)), ALL, 100_000))


def test_few_texts_stay_loose(path: Path) -> None:
    index = open_index(path, create=True)
    fill(index, "a", 255)
    index.compact()
    assert layout(path) == ([], 255, 0)
    fill(index, "b", 1)
    index.compact()
    assert layout(path) == ([256], 0, 0)
    assert found(index, "words of") == 256
    index.close()


def test_texts_are_packed_on_the_way_and_segments_of_like_size_joined(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wordpacking, "BATCH", 100)
    index = open_index(path, create=True)
    rows = []
    for number in range(8):
        fill(index, f"note{number}", 100)
        rows.append(layout(path)[0])
        assert found(index, "words of") == 100 * (number + 1)
    assert rows == [
        [100],
        [200],
        [200, 100],
        [400],
        [400, 100],
        [400, 200],
        [400, 200, 100],
        [800],
    ]
    assert found(index, "words of note5") == 100
    assert list(index.check()) == []
    index.close()


def test_no_segment_outgrows_its_row_numbers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordpacking, "BATCH", 100)
    monkeypatch.setattr(wordpacking, "CAPACITY", 256)
    index = open_index(path, create=True)
    for number in range(6):
        fill(index, f"note{number}", 100)
    assert layout(path)[0] == [200, 200, 200]
    assert found(index, "words of") == 600
    index.close()


def test_segments_are_made_anew_when_many_of_their_texts_are_gone(path: Path) -> None:
    index = open_index(path, create=True)
    for name in "abcdef":
        fill(index, name, 600)
    index.compact()
    assert layout(path) == ([3600], 0, 0)
    index.remove_documents(["a.md"])
    index.compact()
    assert layout(path) == ([3600], 0, 600)
    assert found(index, "words of") == 3000
    index.remove_documents(["b.md"])
    index.compact()
    assert layout(path) == ([2400], 0, 0)
    assert found(index, "words of") == 2400
    assert list(index.check()) == []
    index.remove_documents([f"{name}.md" for name in "cdef"])
    index.compact()
    assert layout(path) == ([], 0, 0)
    assert found(index, "words of") == 0
    index.close()


def test_a_renamed_document_is_packed_again_under_its_new_name(path: Path) -> None:
    index = open_index(path, create=True)
    fill(index, "lion", 300)
    index.compact()
    index.rename([Rename("lion.md", "zebra.md")])
    assert layout(path) == ([300], 300, 300)
    for _ in range(2):
        assert found(index, "zebra") == 300
        assert found(index, "words of lion") == 300
        assert found(index, "lion.md") == 0
        assert list(index.check()) == []
        index.compact()
    index.close()


@pytest.mark.parametrize("words", [("lion",), ("lion", "tiger"), ("評価", "lion"), ("ai",), ("ion", "ger", "評")])
def test_packed_or_loose_the_answer_is_the_same(path: Path, words: tuple[str, ...]) -> None:
    chance = random.Random(3)
    vocabulary = ["lion", "tiger", "評価", "ai", "said", "million", "danger", "再評価", "雨"]
    index = open_index(path, create=True)
    for number in range(30):
        parts = [" ".join(chance.choices(vocabulary, k=chance.randint(1, 12))) for _ in range(10)]
        write(index, document(f"{number}.md", *parts, title=chance.choice(vocabulary)))
    query = TextQuery(tuple(word for word in words if len(word) > 2), tuple(word for word in words if len(word) < 3))
    with index.snapshot() as snapshot:
        loose = snapshot.text_candidates(query, ALL, 1000)
    index.compact()
    assert layout(path)[0] == [300]
    with index.snapshot() as snapshot:
        packed = snapshot.text_candidates(query, ALL, 1000)
    assert [item.chunk_id for item in packed] == [item.chunk_id for item in loose]
    assert [item.score for item in packed] == pytest.approx([item.score for item in loose])
    assert 50 < len(packed) < 300
    index.close()
