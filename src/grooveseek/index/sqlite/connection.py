"""One connection to the index file, and what SQLite's failures mean to the person who asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from grooveseek.errors import IndexFileError
from grooveseek.index.errors import IndexBusyError, NotADatabaseError, UnwritableIndexError
from grooveseek.index.sqlite.damage import DamagedError

PAGE_SIZE = 16384
"""Bytes. Reads of packed segments, megabytes each, are twice as fast as with the default page."""

BUSY_SECONDS = 30
"""How long a statement waits for another process's lock."""

_CACHE_KIB = 16 * 1024
_JOURNAL_LIMIT = 64 * 1024 * 1024


def connect(path: Path, *, create: bool = False, read_only: bool = False, immutable: bool = False) -> apsw.Connection:
    """Open `path`. `immutable` promises that nobody writes meanwhile, which is what lets a read-only folder be read."""
    if immutable:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags)
    else:
        flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
        connection = apsw.Connection(str(path), flags=flags | (apsw.SQLITE_OPEN_CREATE if create else 0))
    connection.set_busy_timeout(BUSY_SECONDS * 1000)
    for statement in (
        "PRAGMA synchronous = NORMAL",
        f"PRAGMA cache_size = -{_CACHE_KIB}",
        "PRAGMA temp_store = MEMORY",
        f"PRAGMA journal_size_limit = {_JOURNAL_LIMIT}",
    ):
        connection.execute(statement).fetchall()
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises in the block, and nothing else, into an `IndexFileError` that names `path`."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise IndexBusyError(path, BUSY_SECONDS) from error
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, DamagedError) as error:
        raise NotADatabaseError(path, str(error)) from error
    except apsw.SQLError as error:
        if not str(error).startswith("no such"):
            raise
        raise NotADatabaseError(path, str(error)) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise UnwritableIndexError(path, str(error)) from error
    except apsw.FullError as error:
        raise IndexFileError(
            f"{path} cannot grow: the disk is full. Free some space and run `groove index`."
        ) from error
    except apsw.IOError as error:
        raise IndexFileError(f"{path} cannot be read or written: {error}. Check the disk it is on.") from error
