"""What an index records of itself, read without anything that a search needs."""

from __future__ import annotations

from pathlib import Path

import apsw

from grooveseek.index.errors import UnwritableIndexError
from grooveseek.index.records import Facts
from grooveseek.index.sqlite import generations
from grooveseek.index.sqlite.connection import connect, explained


def recorded_facts(path: Path) -> Facts | None:
    """None where there is nothing to be read in this way; what that means is told by whoever opens the index.

    Raises `NotADatabaseError` and `IndexBusyError`.
    """
    if not path.is_file():
        return None
    try:
        with explained(path):
            connection = connect(path, read_only=True)
            try:
                # One state for both questions: between two of them another process may switch to a new generation.
                with connection:
                    found = generations.facts(connection, generations.current(connection).number)
            except apsw.SQLError:
                return None
            finally:
                connection.close()
    except UnwritableIndexError:
        return None
    return found
