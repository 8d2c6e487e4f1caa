"""Taking an unusable index file away together with its companions."""

from __future__ import annotations

from pathlib import Path

_COMPANIONS = ("", "-wal", "-shm")


def remove_index_file(path: Path) -> None:
    for suffix in _COMPANIONS:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
