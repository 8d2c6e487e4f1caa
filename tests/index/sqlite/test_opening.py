from __future__ import annotations

import os
import threading
from pathlib import Path

import apsw
import pytest

from grooveseek.index.open import open_index
from grooveseek.index.sqlite import opening
from grooveseek.index.sqlite.connection import connect


def test_an_index_that_appears_while_it_is_looked_at_is_no_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".groove.db"
    other = threading.Thread(target=lambda: open_index(path, create=True).close())

    def connect_and_watch(path: Path, *, create: bool) -> apsw.Connection:
        monkeypatch.undo()
        connection = connect(path, create=create)

        def let_the_other_in(_: apsw.Cursor, statement: str, __: object) -> bool:
            if "user_version" in statement:
                connection.exec_trace = None
                other.start()
                # It either lays the file out at once or waits until this look at it is over.
                other.join(0.5)
            return True

        connection.exec_trace = let_the_other_in
        return connection

    monkeypatch.setattr(opening, "connect", connect_and_watch)
    index = open_index(path, create=True)
    other.join(30)
    assert not other.is_alive()
    with index.snapshot() as snapshot:
        assert snapshot.stats().documents == 0
    index.close()


def test_a_log_that_is_taken_away_while_it_is_looked_at_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".groove.db"
    open_index(path, create=True).close()
    log = tmp_path / ".groove.db-wal"
    log.touch()
    stat = Path.stat

    def stat_and_lose(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        found = stat(self, follow_symlinks=follow_symlinks)
        if self == log:
            log.unlink()
        return found

    monkeypatch.setattr(Path, "stat", stat_and_lose)
    index = open_index(path, create=False)
    index.close()
    assert not log.exists()
