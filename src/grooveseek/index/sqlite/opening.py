"""From a file to an open index: is it there, is it ours, is its format known, may we write?"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from grooveseek.index.errors import (
    IndexBusyError,
    NewerFormatError,
    NoIndexError,
    NotADatabaseError,
    OlderFormatError,
    UnreadableIndexError,
    UnwritableIndexError,
)
from grooveseek.index.records import Facts
from grooveseek.index.sqlite import generations, schema
from grooveseek.index.sqlite.connection import BUSY_SECONDS, PAGE_SIZE, connect, explained
from grooveseek.index.sqlite.database import Database
from grooveseek.index.sqlite.engine import SqliteIndex
from grooveseek.index.sqlite.schema import FORMAT

_APPLICATION_ID = 0x47525653
"""Tells an index from any other SQLite file ("GRVS")."""


def open_sqlite(path: Path, *, create: bool, note: Callable[[str], None]) -> SqliteIndex:
    """See `grooveseek.index.open.open_index`."""
    with explained(path):
        exists = _is_file(path)
        if create:
            _prepare(path, note)
            return SqliteIndex(Database(path))
        if not exists:
            raise NoIndexError(path)
    database = _readable(path)
    with database.reading() as connection:
        found = _format(connection, path)
    if found is None:
        raise NoIndexError(path)
    if found < FORMAT:
        raise OlderFormatError(path, found, FORMAT)
    return SqliteIndex(database)


def _is_file(path: Path) -> bool:
    """Whether there is a file that may be read. SQLite would take a pipe, and call what it may not read unwritable."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except PermissionError as error:
        raise UnwritableIndexError(path, f"{path.parent} may not be entered") from error
    if not stat.S_ISREG(mode):
        raise NotADatabaseError(path, "it is a folder" if stat.S_ISDIR(mode) else "it is a pipe, socket or device")
    # Opening it to find out would, on closing, release the locks that this process holds on it.
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise UnreadableIndexError(path)
    return True


def _format(connection: apsw.Connection, path: Path) -> int | None:
    """The format number, None for a file that holds nothing yet."""
    # One state for all three questions: between two of them another process may lay the file out.
    with connection:
        owner, version = connection.pragma("application_id"), int(connection.pragma("user_version"))
        vacant = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    if owner != _APPLICATION_ID:
        if owner == version == 0 and vacant:
            return None
        raise NotADatabaseError(path, "it is a database of another program")
    if version > FORMAT:
        raise NewerFormatError(path, version, FORMAT)
    return version


def _prepare(path: Path, note: Callable[[str], None]) -> None:
    """Bring the file to the current format; any number of processes may do so at once."""
    if not path.parent.is_dir():
        # It may be a drive that is not mounted, so it is not made.
        raise UnwritableIndexError(path, f"the folder {path.parent} does not exist", "Create or mount it")
    connection = connect(path, create=True)
    try:
        if _format(connection, path) == FORMAT:
            return
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}").fetchall()
        _use_log(connection, path)
        connection.execute("BEGIN IMMEDIATE").fetchall()
        found = _format(connection, path)
        if found != FORMAT:
            if found is not None:
                note(f"{path} has index format {found}; it is emptied, for an index run to fill it as format {FORMAT}.")
                _empty(connection)
            _lay_out(connection)
        connection.execute("COMMIT").fetchall()
    finally:
        connection.close()


def _use_log(connection: apsw.Connection, path: Path) -> None:
    """Switch to write-ahead logging, which SQLite refuses at once, without waiting, while others open the file."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise IndexBusyError(path, BUSY_SECONDS) from None
            time.sleep(0.02)
        else:
            return


def _lay_out(connection: apsw.Connection) -> None:
    connection.execute(generations.SCHEMA).fetchall()
    schema.create_tables(connection, generations.create(connection, "current", Facts()))
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}").fetchall()
    connection.execute(f"PRAGMA user_version = {FORMAT}").fetchall()


def _empty(connection: apsw.Connection) -> None:
    """Drop every table, virtual ones first because theirs go with them."""
    sql = """
SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY sql NOT LIKE '%VIRTUAL%'
"""
    for (name,) in connection.execute(sql).fetchall():
        connection.execute(f'DROP TABLE IF EXISTS "{name}"').fetchall()


def _readable(path: Path) -> Database:
    """Open for reading and writing where possible; else for reading, if need be trusting that nobody writes."""
    attempts = [Database(path), Database(path, read_only=True)]
    if not _has_content(Path(f"{path}-wal")):
        attempts.append(Database(path, read_only=True, immutable=True))
    for database in attempts[:-1]:
        try:
            with database.reading() as connection:
                connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        except UnwritableIndexError:
            database.close()
        else:
            return database
    return attempts[-1]


def _has_content(path: Path) -> bool:
    # Asked once: whoever closes the index last takes its log away.
    try:
        return path.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False
