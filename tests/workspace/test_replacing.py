from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from grooveseek.errors import IndexFileError
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


def _note(path: Path) -> Path:
    path = path.with_name("note.md")
    path.write_text("my own words")
    return path


def _database_of_another_program(path: Path) -> Path:
    path.unlink()
    with apsw.Connection(str(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    return path


def _folder(path: Path) -> Path:
    path.unlink()
    path.mkdir()
    return path


@pytest.mark.parametrize("make", [_note, _database_of_another_program, _folder])
def test_what_is_not_ours_is_never_taken_away(make: Callable[[Path], Path], path: Path) -> None:
    place = make(path)
    before = place.read_bytes() if place.is_file() else None
    with pytest.raises(IndexFileError, match=r"left alone.*Move it away, or name another file with --index"):
        remove_index_file(place)
    assert place.exists()
    assert before is None or place.read_bytes() == before


def test_a_damaged_index_under_a_name_of_its_own_is_ours(path: Path) -> None:
    place = path.rename(path.with_name("mine.db"))
    place.write_bytes(place.read_bytes()[:5000])
    remove_index_file(place)
    assert not place.exists()


def test_noise_under_the_name_of_an_index_is_ours(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 20)
    remove_index_file(path)
    assert not path.exists()
