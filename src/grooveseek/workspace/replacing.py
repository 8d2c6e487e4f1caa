"""Taking an unusable index file away together with its companions."""

from __future__ import annotations

from pathlib import Path

from grooveseek.errors import IndexFileError
from grooveseek.index.errors import NoIndexError, NotADatabaseError, OlderFormatError
from grooveseek.index.open import open_index
from grooveseek.kb.knowledge_base import INDEX_NAME

_COMPANIONS = ("", "-wal", "-shm")
_MAGIC = b"SQLite format 3\0"
_OWNER = slice(68, 72)
"""Where a database names the program it belongs to (https://www.sqlite.org/fileformat2.html#application_id)."""
_OURS = b"GRVS"


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


def check_ours(path: Path) -> None:
    """Raises `IndexFileError` for what may be somebody's work: only an index can be built again."""
    if path.exists() and not _is_ours(path):
        raise IndexFileError(
            f"{path} is not an index of groove and is left alone, also with --force. "
            "Move it away, or name another file with --index PATH or [index].path."
        )


def remove_index_file(path: Path) -> None:
    """Raises `IndexFileError` for what may be somebody's work."""
    check_ours(path)
    for suffix in _COMPANIONS:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    """A database is ours if it says so; of anything else only the name is left to go by."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(_OWNER.stop)
    return header[_OWNER] == _OURS if header.startswith(_MAGIC) else path.name == INDEX_NAME
