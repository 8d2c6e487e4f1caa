"""The tables of a generation as a whole: made at once, dropped in slices. The format's number."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import apsw

from grooveseek.index.sqlite import (
    chunks,
    documents,
    fields,
    generations,
    segments,
    texts,
    vectors,
    wordsegments,
)
from grooveseek.index.sqlite.packing import REMOVED
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.wordpacking import STALE

FORMAT = 4
"""Goes up whenever an older program could not read the tables, or a newer one must rebuild them."""

_INDEX = re.compile(r"CREATE (?:UNIQUE )?INDEX (\S+)")
_MODULES = (documents, chunks, fields, texts, wordsegments, vectors, segments)
_LISTS = (PENDING, STALE, REMOVED)

Writing = Callable[[], AbstractContextManager[apsw.Connection]]
"""Opens one write transaction."""


def create_tables(connection: apsw.Connection, generation: int) -> None:
    scope = Scope(connection, generation)
    for statement in (
        *(statement for module in _MODULES for statement in module.SCHEMA),
        *(statement for table in _LISTS for statement in table.schema),
    ):
        scope.run(statement)


def table_names(generation: int) -> tuple[str, ...]:
    """Every table of a generation."""
    named = (*(name for module in _MODULES for name in module.TABLES), *(table.name for table in _LISTS))
    return tuple(name.replace("_#", f"_{generation}") for name in named)


def missing_tables(connection: apsw.Connection, generation: int) -> list[str]:
    """Tables that a generation should have and has not."""
    there = _names(connection)
    return [name for name in table_names(generation) if name not in there]


def missing_indexes(connection: apsw.Connection, generation: int) -> list[str]:
    """Indexes that a generation should have and has not; searches ask for some of them by name."""
    there = _names(connection)
    statements = "\n".join(statement for module in _MODULES for statement in module.SCHEMA)
    wanted = (name.replace("_#", f"_{generation}") for name in _INDEX.findall(statements))
    return [name for name in wanted if name not in there]


def _names(connection: apsw.Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_schema").fetchall()}


def drop_generation(writing: Writing, generation: int) -> None:
    """Remove a condemned generation by many short transactions, so that other writers get in between."""
    for statement in (*(module.EMPTY_SLICE for module in _MODULES), *(table.empty_slice for table in _LISTS)):
        while _emptied_slice(writing, generation, statement):
            pass
    with writing() as connection:
        if generation in generations.condemned(connection):
            for table in table_names(generation):
                connection.execute(f"DROP TABLE IF EXISTS {table}").fetchall()
            generations.forget(connection, generation)


def _emptied_slice(writing: Writing, generation: int, statement: str) -> bool:
    """One step; False when there was nothing left, or another process has finished the work."""
    with writing() as connection:
        # Counted as a total, because `changes` keeps what the statement before left when nothing is deleted.
        before = connection.total_changes()
        if generation in generations.condemned(connection):
            Scope(connection, generation).run(statement)
        return connection.total_changes() > before
