"""The open file: one connection that writes, a few that read, and a bounded write-ahead log."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from grooveseek.index.errors import UnwritableIndexError
from grooveseek.index.sqlite.connection import BUSY_SECONDS, connect, explained

_IDLE_READERS = 8
_LOG_LIMIT = 64 * 1024 * 1024
"""Bytes of write-ahead log from which a writer waits for readers to let go of it."""
_LOG_WAIT_MS = 500


class Database:
    """Connections to one index file. Safe to use from many threads; each transaction belongs to its thread."""

    def __init__(self, path: Path, *, read_only: bool = False, immutable: bool = False) -> None:
        self.path = path
        self._read_only = read_only
        self._immutable = immutable
        self._writer: apsw.Connection | None = None
        self._write_lock = threading.Lock()
        self._idle: list[apsw.Connection] = []
        self._idle_lock = threading.Lock()
        self._log = Path(f"{path}-wal")
        self._log_patience = _LOG_LIMIT
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A read transaction: one committed state, whatever others write meanwhile."""
        with explained(self.path):
            connection = self._take()
            try:
                connection.execute("BEGIN").fetchall()
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK").fetchall()
                self._give_back(connection)

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """A write transaction: committed when the block ends, undone when it raises. Waits for other writers."""
        if self._read_only:
            raise UnwritableIndexError(self.path, "it was opened for reading only")
        with self._write_lock, explained(self.path):
            connection = self._writer = self._writer or connect(self.path)
            try:
                connection.execute("BEGIN IMMEDIATE").fetchall()
                yield connection
                connection.execute("COMMIT").fetchall()
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK").fetchall()
                raise
            self._bound_log(connection)

    def close(self) -> None:
        """Close what is idle; a snapshot that is still open closes its connection when it ends."""
        with self._write_lock, self._idle_lock:
            self._closed = True
            for connection in (*self._idle, *([self._writer] if self._writer else [])):
                connection.close()
            self._idle.clear()
            self._writer = None

    def _take(self) -> apsw.Connection:
        with self._idle_lock:
            if self._idle:
                return self._idle.pop()
        return connect(self.path, read_only=self._read_only, immutable=self._immutable)

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._idle_lock:
            # An immutable connection never looks for changes, so it must not outlive its question.
            if not self._closed and not self._immutable and len(self._idle) < _IDLE_READERS:
                self._idle.append(connection)
                return
        connection.close()

    def _bound_log(self, connection: apsw.Connection) -> None:
        """Empty a log that ordinary checkpoints could not, because some reader was always in the middle of it."""
        try:
            size = self._log.stat().st_size
        except FileNotFoundError:
            return
        if size < self._log_patience:
            self._log_patience = max(_LOG_LIMIT, min(self._log_patience, 2 * size))
            return
        connection.set_busy_timeout(_LOG_WAIT_MS)
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self._log_patience = _LOG_LIMIT
        except apsw.BusyError:
            # A reader holds an old state for long. Try again after as much again has been written.
            self._log_patience = size + _LOG_LIMIT
        finally:
            connection.set_busy_timeout(BUSY_SECONDS * 1000)
