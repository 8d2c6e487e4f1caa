from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.sqlite import generations, packing, segments, vectors
from grooveseek.index.sqlite.database import Database
from grooveseek.index.sqlite.scope import Scope
from grooveseek.models.protocol import Matrix
from support.index import document, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".groove.db"


def some_vectors(count: int) -> Matrix:
    rows = np.random.default_rng(count).normal(size=(count, 16)).astype(np.float32)
    scaled: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def fill(index: Index, name: str, count: int) -> None:
    write(index, document(f"{name}.md", *[f"{name} {row}" for row in range(count)]), vectors=some_vectors(count))


def layout(path: Path) -> tuple[list[int], int, int]:
    """Rows of each segment, loose vectors, removed chunks."""
    database = Database(path)
    with database.reading() as connection:
        scope = Scope(connection, generations.current(connection).number)
        rows = [entry.rows for entry in segments.entries(scope)]
        result = rows, vectors.count_after(scope, segments.watermark(scope)), packing.REMOVED.count(scope)
    database.close()
    return result


def test_few_vectors_stay_loose(path: Path) -> None:
    index = open_index(path, create=True)
    fill(index, "a", 255)
    index.compact()
    assert layout(path) == ([], 255, 0)
    fill(index, "b", 1)
    index.compact()
    assert layout(path) == ([256], 0, 0)
    index.close()


def test_vectors_are_packed_on_the_way_when_they_become_many(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "CAPACITY", 300)
    index = open_index(path, create=True)
    for name in "abcd":
        fill(index, name, 100)
    assert layout(path) == ([300], 100, 0)
    index.close()


def test_a_partly_filled_segment_is_packed_again_with_what_came_since(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "CAPACITY", 400)
    monkeypatch.setattr(packing, "WORTH_PACKING", 100)
    index = open_index(path, create=True)
    for name in "abcdef":
        fill(index, name, 100)
        index.compact()
    assert layout(path) == ([400, 200], 0, 0)
    index.close()


def test_segments_are_packed_anew_when_many_of_their_chunks_are_gone(path: Path) -> None:
    index = open_index(path, create=True)
    for name in "abcdef":
        fill(index, name, 600)
    index.compact()
    assert layout(path) == ([3600], 0, 0)
    index.remove_documents(["a.md"])
    index.compact()
    assert layout(path) == ([3600], 0, 600)
    index.remove_documents(["b.md"])
    index.compact()
    assert layout(path) == ([2400], 0, 0)
    assert list(index.check()) == []
    index.remove_documents([f"{name}.md" for name in "cdef"])
    index.compact()
    assert layout(path) == ([], 0, 0)
    index.close()


def test_loose_vectors_that_go_leave_no_trace(path: Path) -> None:
    index = open_index(path, create=True)
    fill(index, "a", 100)
    index.remove_documents(["a.md"])
    assert layout(path) == ([], 0, 0)
    index.close()
