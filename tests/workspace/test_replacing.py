from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.workspace.replacing import damage_of, remove_index_file
from support.index import damage, document, write_embedded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    write_embedded(index, document("a.md", "text"))
    index.close()
    return path


def test_a_whole_index_and_none_at_all_need_not_be_replaced(path: Path) -> None:
    assert damage_of(path) is None
    assert damage_of(path.with_name("none.db")) is None
    path.with_name("empty.db").touch()
    assert damage_of(path.with_name("empty.db")) is None


def test_disagreeing_rows_are_no_reason(path: Path) -> None:
    damage(path, "DELETE FROM texts_#")
    assert damage_of(path) is None


@pytest.mark.parametrize(
    ("statement", "said"),
    [("DROP TABLE vectors_#", "vectors_1"), ("DELETE FROM generations", "generations")],
)
def test_what_cannot_be_built_upon_must_be_replaced(path: Path, statement: str, said: str) -> None:
    damage(path, statement)
    reason = damage_of(path)
    assert reason is not None
    assert said in reason


def test_what_is_no_database_must_be_replaced(path: Path) -> None:
    path.write_bytes(b"not a database " * 100)
    assert damage_of(path) is not None


def test_the_companions_go_with_the_file(path: Path) -> None:
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).touch()
    remove_index_file(path)
    assert list(path.parent.iterdir()) == []
