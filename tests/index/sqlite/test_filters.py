from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grooveseek.index.open import open_index
from grooveseek.index.records import ChunkFilter, Facts
from grooveseek.index.sqlite.database import Database
from grooveseek.index.sqlite.filters import select
from grooveseek.index.sqlite.scope import Scope
from support.index import chunk, document, write

NONE = np.empty(0, np.int64)


@pytest.fixture
def scope(tmp_path: Path) -> Iterator[Scope]:
    """Chunks 1 to 12 of six documents, two each; the second of each is of low quality."""
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    for row in range(6):
        parts = (chunk(f"good {row}"), chunk(f"bad {row}", quality=0.1))
        write(index, document(f"{row}.md", *parts, tags=("few",) if row == 0 else ("many",)))
    index.close()
    database = Database(path)
    with database.reading() as connection:
        yield Scope(connection, 1)
    database.close()


@pytest.mark.parametrize(
    ("where", "ids", "excluding"),
    [
        (ChunkFilter(), [], True),
        (ChunkFilter(min_quality=0.3), [2, 4, 6, 8, 10, 12], True),
        (ChunkFilter(tags_any=("few",)), [1, 2], False),
        (ChunkFilter(tags_any=("few",), min_quality=0.3), [1], False),
        (ChunkFilter(tags_any=("many",)), [1, 2], True),
        (ChunkFilter(tags_any=("many",), min_quality=0.3), [1, 2, 4, 6, 8, 10, 12], True),
        (ChunkFilter(tags_any=("none",)), [], False),
        (ChunkFilter(path_globs=("!0.md",)), [1, 2], True),
    ],
)
def test_the_shorter_list_is_chosen(scope: Scope, where: ChunkFilter, ids: list[int], excluding: bool) -> None:
    selection = select(scope, where, Facts(), NONE)
    assert (selection.ids.tolist(), selection.excluding) == (ids, excluding)


@pytest.mark.parametrize("tag", ["few", "many"])
def test_excluded_chunks_are_out_either_way(scope: Scope, tag: str) -> None:
    selection = select(scope, ChunkFilter(tags_any=(tag,)), Facts(), np.array([1, 3]))
    rows = selection.rows_of(np.arange(1, 13))
    assert rows is not None
    assert not {1, 3} & {int(row) + 1 for row in rows}
