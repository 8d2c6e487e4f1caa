"""One run at a time over all processes: a lock that names its owner and is released by death."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from grooveseek.errors import GrooveError
from grooveseek.index.errors import UnwritableIndexError

RUN_LOCK_SUFFIX = "-run"
WATCHER_LOCK_SUFFIX = "-watcher"
RUN_WAIT_SECONDS = 600.0
OWN_SECONDS = 30.0
"""Waited at least where this very process holds a lock: what follows changes here lets go after a few seconds."""
POLL_SECONDS = 0.2
"""Between two attempts of whoever waits."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock; unknown parts are empty where its note could not be read."""

    pid: int = 0
    host: str = ""
    since: str = ""

    def __str__(self) -> str:
        if not self.pid:
            return "another process"
        return f"process {self.pid} on {self.host} since {self.since}"


class LockHeldError(GrooveError):
    """Another process holds the lock and did not let go in time."""

    def __init__(self, holder: Holder, path: Path, waited: float) -> None:
        super().__init__(
            f"another index run is going on: {holder} holds {path}"
            + (f"; gave up after waiting {waited:.0f} s" if waited >= 1 else "")
            + "; wait for it or end that process, then run again"
        )
        self.holder = holder


def lock_path(index_path: Path, suffix: str = RUN_LOCK_SUFFIX) -> Path:
    return index_path.with_name(index_path.name + suffix)


def _ignore(_holder: Holder) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a lock is waited for."""

    seconds: float = 0.0
    on_wait: Callable[[Holder], None] = _ignore
    """Called once, with the holder, when the lock is not free at once."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Ends the wait early. A signal handler may set it at any moment."""


def patience_for_run(
    note: Callable[[str], None], seconds: float = RUN_WAIT_SECONDS, stop: threading.Event | None = None
) -> Patience:
    """For the lock of index runs; `note` hears who is waited for."""
    return Patience(seconds, lambda holder: note(f"Waiting for an index run: {holder}"), stop or threading.Event())


@contextmanager
def held(path: Path, patience: Patience | None = None) -> Iterator[None]:
    """Hold the lock file `path` for the length of the block.

    The operating system drops the lock when its holder dies, however it dies; the file stays and means nothing by
    itself. Raises `LockHeldError` when it is not free in time, `UnwritableIndexError` where there can be no such file.
    """
    with _opened(path) as file:
        _acquire(file, path, patience or Patience())
        try:
            yield
        finally:
            file.truncate(0)
            _unlock(file)


def _opened(path: Path) -> IO[bytes]:
    # A file-lock library truncates the file before it owns it, which would lose the holder's name.
    try:
        return path.open("a+b", buffering=0)
    except OSError as error:
        raise UnwritableIndexError(path, error.strerror or str(error)) from error


def _acquire(file: IO[bytes], path: Path, patience: Patience) -> None:
    started = time.monotonic()
    told = False
    while not _try_lock(file):
        waited = time.monotonic() - started
        holder = _holder(file)
        limit = max(patience.seconds, OWN_SECONDS) if holder.pid == os.getpid() else patience.seconds
        if waited >= limit or patience.stop.is_set():
            raise LockHeldError(holder, path, waited)
        if not told:
            patience.on_wait(holder)
            told = True
        # A thread on its way into `stop.wait` holds what a signal handler in it would need to set `stop`.
        time.sleep(min(POLL_SECONDS, limit - waited))
    owner = Holder(os.getpid(), socket.gethostname(), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    # On a full disk nobody learns who holds the lock, but held it is.
    with suppress(OSError):
        file.truncate(0)
        file.write(json.dumps(asdict(owner)).encode())


def _holder(file: IO[bytes]) -> Holder:
    file.seek(0)
    try:
        return Holder(**json.loads(file.read(4096)))
    except (ValueError, TypeError):
        return Holder()


if sys.platform == "win32":  # pragma: no cover - exercised on Windows only
    import msvcrt

    # Locked bytes cannot be read by others on Windows, so the locked byte lies far behind the note.
    _LOCKED_BYTE = 1 << 30

    def _try_lock(file: IO[bytes]) -> bool:
        file.seek(_LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
