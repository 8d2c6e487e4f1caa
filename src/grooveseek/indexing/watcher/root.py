"""Whether the root of the knowledge base is still the folder it was."""

from __future__ import annotations

from pathlib import Path


def identity_of(root: Path) -> tuple[int, int] | None:
    """Equal as long as one and the same folder lies there; None where none does."""
    try:
        status = root.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
