"""Table `removed_#`: chunks that are gone but still have a row in a packed segment."""

from __future__ import annotations

from collections.abc import Iterable

from grooveseek.index.sqlite.scope import Ids, Scope

SCHEMA = ("CREATE TABLE removed_# (chunk_id INTEGER PRIMARY KEY) STRICT",)
EMPTY_SLICE = "DELETE FROM removed_# WHERE chunk_id IN (SELECT chunk_id FROM removed_# LIMIT 20000)"
DROP = "DROP TABLE removed_#"


def add(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("INSERT OR IGNORE INTO removed_# (chunk_id) VALUES (?)", ((chunk_id,) for chunk_id in chunk_ids))


def ids(scope: Scope) -> Ids:
    return scope.ids("SELECT chunk_id FROM removed_#")


def count(scope: Scope) -> int:
    return int(scope.value("SELECT count(*) FROM removed_#"))


def clear(scope: Scope) -> None:
    scope.run("DELETE FROM removed_#")
