from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from grooveseek.index.errors import NotADatabaseError
from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.index.sqlite.connection import PAGE_SIZE, connect
from support.index import damage, document, write_embedded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An index of sixty documents, all of it in the one file."""
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    index.record(Facts(model="hash", dimension=64))
    for number in range(60):
        write_embedded(index, document(f"{number}.md", *[f"text {number} {row} " * 20 for row in range(5)]))
    assert index.damage() is None
    index.close()
    connection = connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return path


def overwritten(path: Path, page: int) -> None:
    """Put noise in place of a page, counted from 0."""
    with path.open("r+b") as file:
        file.seek(page * PAGE_SIZE)
        file.write(bytes((31 * place + 7) % 251 for place in range(PAGE_SIZE)))


def test_every_page_that_is_noise_is_noticed(path: Path) -> None:
    content = path.read_bytes()
    for page in range(1, len(content) // PAGE_SIZE):
        path.write_bytes(content)
        overwritten(path, page)
        try:
            index = open_index(path, create=False)
        except NotADatabaseError:
            continue
        with pytest.raises(NotADatabaseError, match="index --force"):
            index.check()
        with suppress(NotADatabaseError):
            assert index.damage()
        index.close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM generations", "none of its generations"),
        ("INSERT INTO generations SELECT 9, state, owner, 0, 0, facts FROM generations", "2 of its generations"),
        ("UPDATE generations SET facts = '{'", "records of itself"),
        ("UPDATE generations SET facts = '[]'", "records of itself"),
        ("UPDATE generations SET facts = '{\"unknown\": 1}'", "records of itself"),
        ('UPDATE generations SET facts = \'{"declared_fields": "status"}\'', "records of itself"),
        ("UPDATE generations SET facts = '{\"declared_fields\": [1]}'", "records of itself"),
        ("DROP TABLE pending_#", "lacks the table pending_1"),
        ("DROP INDEX text_of_chunk_#", "lacks the index text_of_chunk_1"),
    ],
)
def test_a_file_that_cannot_say_what_it_holds_is_damaged(path: Path, statement: str, said: str) -> None:
    damage(path, statement)
    index = open_index(path, create=False)
    reason = index.damage()
    assert reason is not None
    assert said in reason
    index.close()


def test_an_index_in_one_tree_and_not_in_the_other_is_noticed(path: Path) -> None:
    connection = connect(path)
    connection.execute("PRAGMA writable_schema = ON").fetchall()
    connection.execute("DELETE FROM sqlite_schema WHERE name = 'vector_of_chunk_1'").fetchall()
    connection.close()
    index = open_index(path, create=False)
    assert index.damage()
    with pytest.raises(NotADatabaseError, match="never used"):
        index.check()
    index.close()
