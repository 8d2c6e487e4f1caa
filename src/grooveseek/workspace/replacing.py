"""Taking an unusable index file away together with its companions."""

from __future__ import annotations

from pathlib import Path

from grooveseek.index.errors import NoIndexError, NotADatabaseError, OlderFormatError
from grooveseek.index.open import open_index

_COMPANIONS = ("", "-wal", "-shm")


def damage_of(path: Path) -> str | None:
    """Why no rebuild can go on in the index file at `path`; None where one can, or there is no file."""
    try:
        index = open_index(path, create=False)
    except (NoIndexError, OlderFormatError):
        return None
    except NotADatabaseError as error:
        return error.reason
    try:
        return index.damage()
    except NotADatabaseError as error:
        return error.reason
    finally:
        index.close()


def remove_index_file(path: Path) -> None:
    for suffix in _COMPANIONS:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
