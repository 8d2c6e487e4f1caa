from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.records import ChunkFilter, Stats, TextQuery
from support.index import damage, document, write_embedded


@pytest.mark.parametrize(
    ("statement", "rows", "left"),
    [
        ("DELETE FROM texts_#", 3, Stats(2, 3, 0, 3)),
        ("DELETE FROM vectors_# WHERE chunk_id > 1", 2, Stats(2, 3, 2, 1)),
        ("INSERT INTO pending_# VALUES (1), (9)", 2, Stats(2, 3, 0, 3)),
        ("DELETE FROM chunks_# WHERE chunk_id = 3", 2, Stats(1, 2, 0, 2)),
        ("DELETE FROM documents_# WHERE path = 'a.md'", 2, Stats(1, 1, 0, 1)),
        ("DELETE FROM chunks_# WHERE chunk_id = 1", 2, Stats(1, 1, 0, 1)),
        ("UPDATE chunks_# SET chunk_index = 7 WHERE chunk_id = 2", 1, Stats(1, 1, 0, 1)),
        ("DELETE FROM fields_#", 1, Stats(1, 2, 0, 2)),
        ("UPDATE documents_# SET tags = '[' WHERE path = 'b.md'", 1, Stats(1, 2, 0, 2)),
        ("INSERT INTO fields_# VALUES ('status', 'open', 99)", 1, Stats(2, 3, 0, 3)),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_what_follows_from_the_chunks_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, rows: int, left: Stats, packed: bool
) -> None:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    write_embedded(index, document("a.md", "common one", "common two"))
    write_embedded(index, document("b.md", "common three", tags=("x",)))
    if packed:
        monkeypatch.setattr("grooveseek.index.sqlite.packing.WORTH_PACKING", 1)
        index.compact()
    assert index.repair() == 0
    damage(path, statement)
    before = index.revision()
    assert index.repair() >= rows
    assert index.revision() > before
    assert index.repair() == 0
    with index.snapshot() as snapshot:
        assert snapshot.stats() == left
        assert len(snapshot.text_candidates(TextQuery(("common",)), ChunkFilter(), 9)) == left.chunks
    assert list(index.check()) == []
    index.close()


def test_repairing_what_is_whole_writes_nothing(tmp_path: Path) -> None:
    index = open_index(tmp_path / ".groove.db", create=True)
    write_embedded(index, document("a.md", "text"))
    before = index.revision()
    assert index.repair() == 0
    assert index.revision() == before
    index.close()
