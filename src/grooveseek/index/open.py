"""Opening an index by the file it is in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grooveseek.index.protocol import Index
from grooveseek.index.sqlite.opening import open_sqlite


def open_index(path: Path, *, create: bool, note: Callable[[str], None] = lambda _: None) -> Index:
    """Open the index at `path`; with `create` make it when it is missing, and rebuild one of an older format.

    `note` receives a line when an older index is emptied. Raises the errors of `grooveseek.index.errors`. Without
    `create` nothing is written, and a file that cannot be written can be read where the system allows it.
    """
    return open_sqlite(path, create=create, note=note)
