"""The tables of a generation as a whole: made at once, dropped in slices. The format's number."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import apsw

from grooveseek.index.sqlite import (
    chunks,
    documents,
    fields,
    generations,
    pending,
    postings,
    removed,
    segments,
    vectors,
)
from grooveseek.index.sqlite.scope import Scope

FORMAT = 1
"""Goes up whenever an older program could not read the tables, or a newer one must rebuild them."""

_TABLES = (documents, chunks, fields, vectors, pending, segments, removed)

Writing = Callable[[], AbstractContextManager[apsw.Connection]]
"""Opens one write transaction."""


def create_tables(connection: apsw.Connection, generation: int) -> None:
    scope = Scope(connection, generation)
    for table in (*_TABLES, postings):
        for statement in table.SCHEMA:
            scope.run(statement)


def drop_generation(writing: Writing, generation: int) -> None:
    """Remove a condemned generation by many short transactions, so that other writers get in between."""
    for statement in (*(table.EMPTY_SLICE for table in _TABLES), *postings.EMPTY_SLICES):
        while _emptied_slice(writing, generation, statement):
            pass
    with writing() as connection:
        if generation in generations.condemned(connection):
            for statement in (*(table.DROP for table in _TABLES), *postings.DROP):
                Scope(connection, generation).run(statement)
            generations.forget(connection, generation)


def _emptied_slice(writing: Writing, generation: int, statement: str) -> bool:
    """One step; False when there was nothing left, or another process has finished the work."""
    with writing() as connection:
        # Counted as a total, because `changes` keeps what the statement before left when nothing is deleted.
        before = connection.total_changes()
        if generation in generations.condemned(connection):
            Scope(connection, generation).run(statement)
        return connection.total_changes() > before
