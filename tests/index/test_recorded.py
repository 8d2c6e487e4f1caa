"""What an index records of itself, read without opening it for searches."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from grooveseek.index import recorded
from grooveseek.index.errors import NotADatabaseError
from grooveseek.index.open import open_index
from grooveseek.index.recorded import recorded_facts
from grooveseek.index.records import Facts
from grooveseek.index.sqlite.connection import connect


def test_what_was_recorded_is_read(tmp_path: Path) -> None:
    facts = Facts(root="/kb", model="m", dimension=8, declared_fields=("a",))
    index = open_index(tmp_path / "i.db", create=True)
    index.record(facts)
    assert recorded_facts(tmp_path / "i.db") == facts
    index.close()
    assert recorded_facts(tmp_path / "i.db") == facts


def test_a_switch_of_generations_while_they_are_read_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = open_index(tmp_path / "i.db", create=True)
    index.record(Facts(model="old"))

    def connect_and_switch(path: Path, *, read_only: bool) -> apsw.Connection:
        connection = connect(path, read_only=read_only)

        def switch_first(_: apsw.Cursor, statement: str, __: object) -> bool:
            if statement.startswith("SELECT facts"):
                connection.exec_trace = None
                index.begin_rebuild(Facts(model="new")).commit_rebuild()
            return True

        connection.exec_trace = switch_first
        return connection

    monkeypatch.setattr(recorded, "connect", connect_and_switch)
    assert recorded_facts(tmp_path / "i.db") == Facts(model="old")
    monkeypatch.undo()
    assert recorded_facts(tmp_path / "i.db") == Facts(model="new")
    index.close()


def test_a_file_that_is_not_there_records_nothing_and_is_not_made(tmp_path: Path) -> None:
    assert recorded_facts(tmp_path / "i.db") is None
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_records_nothing(tmp_path: Path) -> None:
    (tmp_path / "i.db").touch()
    assert recorded_facts(tmp_path / "i.db") is None


def test_another_program_s_database_records_nothing(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "i.db")
    other.execute("CREATE TABLE t (a)")
    other.close()
    assert recorded_facts(tmp_path / "i.db") is None


def test_noise_is_no_index(tmp_path: Path) -> None:
    (tmp_path / "i.db").write_bytes(b"noise" * 5000)
    with pytest.raises(NotADatabaseError):
        recorded_facts(tmp_path / "i.db")


def test_it_needs_nothing_that_searches_need() -> None:
    script = "import sys, grooveseek.index.recorded; print('numpy' in sys.modules, 'numkong' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
