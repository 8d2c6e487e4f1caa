from __future__ import annotations

import threading
from pathlib import Path

import apsw
import pytest

from grooveseek.errors import IndexFileError
from grooveseek.index.errors import IndexBusyError, NotADatabaseError, UnwritableIndexError
from grooveseek.index.open import open_index
from grooveseek.index.sqlite import database as module
from grooveseek.index.sqlite.connection import explained
from grooveseek.index.sqlite.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / ".groove.db"
    open_index(path, create=True).close()
    return path


def test_a_write_that_fails_changes_nothing(path: Path) -> None:
    database = Database(path)
    with pytest.raises(ZeroDivisionError), database.writing() as connection:  # noqa: PT012
        connection.execute("CREATE TABLE extra (x)")
        raise ZeroDivisionError
    with database.reading() as connection:
        assert connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'extra'").fetchall() == []
    with database.writing() as connection:
        connection.execute("CREATE TABLE extra (x)")
    database.close()


def test_a_reader_keeps_its_state_while_others_commit(path: Path) -> None:
    database = Database(path)
    with database.writing() as connection:
        connection.execute("CREATE TABLE numbers (x)")
    with database.reading() as reader:
        assert reader.execute("SELECT count(*) FROM numbers").fetchall() == [(0,)]
        with database.writing() as writer:
            writer.execute("INSERT INTO numbers VALUES (1)")
        assert reader.execute("SELECT count(*) FROM numbers").fetchall() == [(0,)]
    with database.reading() as reader:
        assert reader.execute("SELECT count(*) FROM numbers").fetchall() == [(1,)]
    database.close()


def test_connections_are_used_again(path: Path) -> None:
    database = Database(path)
    with database.reading() as first:
        pass
    with database.reading() as second:
        assert second is first
        with database.reading() as other:
            assert other is not first
    database.close()


def test_threads_write_one_after_the_other(path: Path) -> None:
    database = Database(path)
    with database.writing() as connection:
        connection.execute("CREATE TABLE counter AS SELECT 0 AS x")

    def count() -> None:
        for _ in range(50):
            with database.writing() as connection:
                (value,) = connection.execute("SELECT x FROM counter").fetchall()[0]
                connection.execute("UPDATE counter SET x = ?", (value + 1,))  # type: ignore[operator]

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        assert connection.execute("SELECT x FROM counter").fetchall() == [(200,)]
    database.close()


def test_the_log_stays_bounded_though_there_is_always_a_reader(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOG_LIMIT", 2 * 1024 * 1024)
    database = Database(path)
    log = Path(f"{path}-wal")
    with database.writing() as connection:
        connection.execute("CREATE TABLE blobs (id INTEGER PRIMARY KEY, x)")
    stop = threading.Event()

    def read(pause: float) -> None:
        while not stop.is_set():
            with database.reading() as connection:
                connection.execute("SELECT count(*) FROM blobs").fetchall()
                stop.wait(pause)

    # Each begins before another ends, so that an ordinary checkpoint never finds a moment to start the log anew.
    readers = [threading.Thread(target=read, args=(pause,)) for pause in (0.02, 0.031, 0.043, 0.057)]
    for reader in readers:
        reader.start()
    sizes = []
    try:
        for turn in range(60):
            with database.writing() as connection:
                connection.execute("INSERT OR REPLACE INTO blobs VALUES (?, randomblob(400000))", (turn % 5,))
            sizes.append(log.stat().st_size)
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    assert max(sizes) < 8 * 1024 * 1024
    database.close()


def test_a_database_opened_for_reading_refuses_to_write(path: Path) -> None:
    database = Database(path, read_only=True)
    with pytest.raises(UnwritableIndexError, match="reading only"), database.writing():
        pass
    database.close()


@pytest.mark.parametrize(
    ("raised", "seen", "says"),
    [
        (apsw.BusyError("database is locked"), IndexBusyError, "30 s"),
        (apsw.CorruptError("malformed"), NotADatabaseError, "malformed"),
        (apsw.NotADBError("file is not a database"), NotADatabaseError, "not a database"),
        (apsw.ReadOnlyError("attempt to write"), UnwritableIndexError, "attempt to write"),
        (apsw.CantOpenError("unable to open"), UnwritableIndexError, "--index PATH"),
        (apsw.FullError("full"), IndexFileError, "disk is full"),
        (apsw.IOError("disk I/O error"), IndexFileError, "disk I/O error"),
    ],
)
def test_failures_name_the_file_and_what_to_do(raised: Exception, seen: type[IndexFileError], says: str) -> None:
    with pytest.raises(seen) as caught, explained(Path("/somewhere/.groove.db")):
        raise raised
    assert "/somewhere/.groove.db" in str(caught.value)
    assert says in str(caught.value)


def test_what_others_raise_is_left_alone() -> None:
    with pytest.raises(PermissionError), explained(Path("/somewhere/.groove.db")):
        raise PermissionError
