from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.index.sqlite import generations, schema
from grooveseek.index.sqlite.database import Database
from support.index import document, write_embedded


@pytest.fixture
def condemned(tmp_path: Path) -> Iterator[Database]:
    """A file whose generation 2 holds something and is to be dropped."""
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    new = index.begin_rebuild(Facts())
    write_embedded(new, document("a.md", *[f"text {row}" for row in range(400)]))
    new.compact()
    database = Database(path)
    with database.writing() as connection:
        generations.condemn(connection, 2)
    yield database
    database.close()
    index.close()


def names(database: Database) -> list[str]:
    with database.reading() as connection:
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE name LIKE '%\\_2' ESCAPE '\\'").fetchall()
    return [str(row[0]) for row in rows]


def test_a_generation_is_dropped_by_many_transactions(condemned: Database) -> None:
    transactions = 0

    @contextmanager
    def counted() -> Iterator[apsw.Connection]:
        nonlocal transactions
        transactions += 1
        with condemned.writing() as connection:
            yield connection

    assert names(condemned) != []
    schema.drop_generation(counted, 2)
    assert names(condemned) == []
    assert transactions > 10
    with condemned.reading() as connection:
        assert generations.condemned(connection) == []


def test_two_processes_may_drop_the_same_generation(condemned: Database) -> None:
    turns = 0

    @contextmanager
    def overtaken() -> Iterator[apsw.Connection]:
        """Another process does all the work after our third transaction."""
        nonlocal turns
        turns += 1
        if turns == 4:
            schema.drop_generation(condemned.writing, 2)
        with condemned.writing() as connection:
            yield connection

    schema.drop_generation(overtaken, 2)
    assert names(condemned) == []
