"""Table `refusals`: files that gave no document. It can be done without, so it is there only once one was written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import apsw

from grooveseek.index.records import Refusal

_SCHEMA = """
CREATE TABLE IF NOT EXISTS refusals (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""
# Inodes may take 64 bits without a sign.
_INODE = re.compile("[0-9]{1,20}")


def every(connection: apsw.Connection) -> dict[str, Refusal]:
    """By path. A row that nobody wrote so is left out: at worst its file is read again."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'refusals'").fetchall():
        return {}
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT path, size, mtime_ns, inode, rule, reason FROM refusals"
    ).fetchall()
    return {
        path: Refusal(size, mtime, int(inode), rule, reason)
        for path, size, mtime, inode, rule, reason in rows
        if _INODE.fullmatch(inode)
    }


def replace(connection: apsw.Connection, refusals: Mapping[str, Refusal]) -> None:
    connection.execute(_SCHEMA).fetchall()
    connection.execute("DELETE FROM refusals").fetchall()
    connection.executemany(
        "INSERT INTO refusals VALUES (?, ?, ?, ?, ?, ?)",
        ((path, each.size, each.mtime_ns, str(each.inode), each.rule, each.reason) for path, each in refusals.items()),
    ).fetchall()
