"""Table `generations`: which set of tables a search reads, which is being built, which is to be dropped."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

import apsw
import msgspec

from grooveseek.index.records import Facts
from grooveseek.index.sqlite.damage import DamagedError

SCHEMA = """
CREATE TABLE IF NOT EXISTS generations (
    generation INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL CHECK (state IN ('current', 'building', 'dropping')),
    owner TEXT NOT NULL,
    revision INTEGER NOT NULL,
    layout INTEGER NOT NULL,
    facts TEXT NOT NULL
) STRICT
"""
# `revision` moves when what a search returns may have changed, `layout` when packed rows were rearranged.


@dataclass(frozen=True, order=True, slots=True)
class Generation:
    """One generation as a transaction found it; equal values mean equal contents."""

    number: int
    revision: int
    layout: int


def _rows(connection: apsw.Connection, sql: str, args: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    return connection.execute(sql, args).fetchall()


def current(connection: apsw.Connection) -> Generation:
    """Raises `DamagedError` unless there is exactly one."""
    rows = _rows(connection, "SELECT generation, revision, layout FROM generations WHERE state = 'current'")
    if len(rows) != 1:
        raise DamagedError(f"{len(rows) or 'none'} of its generations is the current one")
    return Generation(*rows[0])


def numbered(connection: apsw.Connection, generation: int) -> Generation:
    sql = "SELECT generation, revision, layout FROM generations WHERE generation = ?"
    return Generation(*_rows(connection, sql, (generation,))[0])


def create(connection: apsw.Connection, state: str, facts: Facts) -> int:
    """Add a generation without its tables; its number."""
    sql = "INSERT INTO generations (state, owner, revision, layout, facts) VALUES (?, ?, 0, 0, ?)"
    _rows(connection, sql, (state, _owner(), _encoded(facts)))
    return connection.last_insert_rowid()


def bump(connection: apsw.Connection, generation: int) -> None:
    """Note that searches of this generation may answer differently from now on."""
    _rows(connection, "UPDATE generations SET revision = revision + 1 WHERE generation = ?", (generation,))


def rearranged(connection: apsw.Connection, generation: int) -> None:
    """Note that packed rows lie elsewhere, with every search answering as before."""
    _rows(connection, "UPDATE generations SET layout = layout + 1 WHERE generation = ?", (generation,))


def switch(connection: apsw.Connection, generation: int) -> None:
    """Make `generation` the current one and mark the one before it for dropping. The revision goes on growing."""
    sql = "UPDATE generations SET state = 'current', revision = revision + 1 + ? WHERE generation = ?"
    before = current(connection)
    _rows(connection, "UPDATE generations SET state = 'dropping' WHERE state = 'current'")
    _rows(connection, sql, (before.revision, generation))


def condemn(connection: apsw.Connection, generation: int) -> None:
    """Mark a generation that is not the current one for dropping."""
    sql = "UPDATE generations SET state = 'dropping' WHERE generation = ? AND state = 'building'"
    _rows(connection, sql, (generation,))


def condemn_unfinished(connection: apsw.Connection) -> None:
    _rows(connection, "UPDATE generations SET state = 'dropping' WHERE state = 'building'")


def condemned(connection: apsw.Connection) -> list[int]:
    sql = "SELECT generation FROM generations WHERE state = 'dropping'"
    return [row[0] for row in _rows(connection, sql)]


def condemn_orphans(connection: apsw.Connection) -> None:
    """Condemn what was being built by a process of this machine that is no longer there."""
    for number, owner in _rows(connection, "SELECT generation, owner FROM generations WHERE state = 'building'"):
        if _is_gone(owner):
            condemn(connection, number)


def forget(connection: apsw.Connection, generation: int) -> None:
    """Remove the row of a generation whose tables are gone."""
    _rows(connection, "DELETE FROM generations WHERE generation = ?", (generation,))


def facts(connection: apsw.Connection, generation: int) -> Facts:
    rows = _rows(connection, "SELECT facts FROM generations WHERE generation = ?", (generation,))
    return _decoded(rows[0][0])


def record(connection: apsw.Connection, generation: int, value: Facts) -> None:
    sql = "UPDATE generations SET facts = ? WHERE generation = ?"
    _rows(connection, sql, (_encoded(value), generation))


@lru_cache(maxsize=8)
def _decoded(text: str) -> Facts:
    try:
        # The first conversion refuses what is unknown, the second what is of another type.
        return msgspec.convert(asdict(Facts(**json.loads(text))), Facts)
    except (ValueError, TypeError, msgspec.ValidationError) as error:
        raise DamagedError(f"what it records of itself cannot be read ({error})") from error


def _encoded(value: Facts) -> str:
    return json.dumps(asdict(replace(value, generations=dict(value.generations))), ensure_ascii=False)


def _owner() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _is_gone(owner: str) -> bool:
    """Whether the process is known to be dead. Another machine's, or any on Windows, cannot be asked: False."""
    host, _, pid = owner.rpartition(":")
    if host != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
