"""Is the file itself whole? Asked before its rows are compared, and before a rebuild goes on in it."""

from __future__ import annotations

import apsw

from grooveseek.index.sqlite import generations, schema
from grooveseek.index.sqlite.damage import DamagedError


def broken_pages(connection: apsw.Connection) -> str | None:
    """What SQLite finds wrong with pages, trees and indexes, in one line; None where all is well."""
    try:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone() or ("ok",)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        found = str(error)
    return None if found == "ok" else " ".join(str(found).split())


def damage(connection: apsw.Connection) -> str | None:
    """Why this file cannot be built upon, in one line; None where it can."""
    broken = broken_pages(connection)
    if broken is not None:
        return broken
    try:
        generation = generations.current(connection).number
        generations.facts(connection, generation)
    except DamagedError as error:
        return str(error)
    for kind, missing in (
        ("table", schema.missing_tables(connection, generation)),
        ("index", schema.missing_indexes(connection, generation)),
    ):
        if missing:
            return f"it lacks the {kind} {missing[0]}"
    return None
