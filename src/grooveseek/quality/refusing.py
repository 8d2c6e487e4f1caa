"""Reading the files these tools keep beside the notes: links, pipes and giants are refused rather than read."""

from __future__ import annotations

from pathlib import Path

from grooveseek.errors import GrooveError, RefusedFileError
from grooveseek.kb.read import read_file


def is_taken(path: Path) -> bool:
    """Whether anything of that name is there, a dangling link included. Raises `GrooveError` where nobody can tell."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise GrooveError(f"{path}: cannot be examined: {error.strerror or error}") from error
    return True


def read_or_refuse(path: Path, cap: int) -> bytes:
    """The content, at most `cap` bytes, read through the handle that was checked.

    Raises `GrooveError`: for a symbolic link, a file with several names, one that is no regular file or larger than
    `cap` its message begins with `refusing to read`.
    """
    try:
        return read_file(path.parent, path.name, cap).data
    except RefusedFileError as refusal:
        raise GrooveError(f"refusing to read {path}: it {_clause(refusal.reason)}") from refusal
    except OSError as error:
        raise GrooveError(f"{path}: cannot be read: {error.strerror or error}") from error


def _clause(reason: str) -> str:
    return reason if reason.startswith(("is ", "has ")) else f"is refused: {reason}"
