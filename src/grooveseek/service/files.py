"""Small files written whole and only for their owner, and put back as they were when what follows fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


@contextmanager
def written(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> Iterator[None]:
    """`path` holds `data` in the block and after it; if the block raises, it holds what it held before."""
    before = path.read_bytes() if path.exists() else None
    write(path, data, mode)
    try:
        yield
    except BaseException:
        if before is None:
            path.unlink(missing_ok=True)
        else:
            write(path, before, mode)
        raise


def write(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Replace `path` in one step; nobody ever reads half of it."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(data)
        beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def private_folder(path: Path) -> Iterator[None]:
    """`path` is there and its owner's alone; if the block raises, it is removed again unless it holds something."""
    made = not path.exists()
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(PRIVATE_FOLDER)
    try:
        yield
    except BaseException:
        if made:
            with suppress(OSError):
                path.rmdir()
        raise
