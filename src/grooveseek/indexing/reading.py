"""The bytes of one file, and the state that tells without them whether it has changed."""

from __future__ import annotations

import hashlib
import time

from grooveseek.errors import RefusedFileError
from grooveseek.index.records import FileState
from grooveseek.indexing.state import Run
from grooveseek.kb.read import Reading, TooLargeError, read_file
from grooveseek.kb.walk import Found

UNTRUSTED_MTIME = -1
"""Recorded instead of a modification time that a later write could leave as it is; equals none on disk."""
_RACY_NS = 2_000_000_000


def same_stat(state: FileState, found: Found) -> bool:
    return (state.size, state.mtime_ns, state.inode) == (found.size, found.mtime_ns, found.inode)


def is_racy(mtime_ns: int) -> bool:
    """Whether a later write could leave the time as it is: clocks tick coarsely."""
    return time.time_ns() - mtime_ns < _RACY_NS


def read_capped(run: Run, found: Found) -> Reading:
    """Raises `RefusedFileError`, `TooLargeError` among them without a look at the bytes, and `OSError`."""
    cap = run.options.cap_of(found.path)
    if cap is not None and found.size > cap:
        raise TooLargeError(found.path, found.size, cap)
    return read_file(run.kb.root, found.path, cap)


def file_hash(run: Run, found: Found) -> str | None:
    """SHA-256 of a file on disk; None where it cannot be read."""
    cap = run.options.cap_of(found.path)
    try:
        return hashlib.sha256(read_file(run.kb.root, found.path, cap).data).hexdigest()
    except (RefusedFileError, OSError):
        return None


def state_of(reading: Reading) -> FileState:
    """What is recorded of a file that was read."""
    return FileState(
        size=reading.size,
        mtime_ns=UNTRUSTED_MTIME if is_racy(reading.mtime_ns) else reading.mtime_ns,
        inode=reading.inode,
        sha256=hashlib.sha256(reading.data).hexdigest(),
    )
