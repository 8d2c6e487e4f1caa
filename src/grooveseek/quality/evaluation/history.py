"""Earlier runs, kept beside the notes."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grooveseek.errors import GrooveError
from grooveseek.quality.evaluation.record import Run
from grooveseek.quality.refusing import is_taken, read_or_refuse

HISTORY_NAME = ".groove-eval-history.json"
HISTORY_CAP = 64 * 1024 * 1024
_WAY_PAST = "--no-history runs without it"


class _File(msgspec.Struct, frozen=True):
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The file of one knowledge base; `cap` is its largest size in bytes."""

    root: Path
    cap: int = HISTORY_CAP

    @property
    def path(self) -> Path:
        return self.root / HISTORY_NAME

    def read(self, warn: Callable[[str], None]) -> tuple[Run, ...]:
        """Newest first; none where there is no file, or none that can be understood, which `warn` hears.

        Raises `GrooveError` for a file that is refused or cannot be read: it is not ours to replace.
        """
        if not is_taken(self.path):
            return ()
        try:
            data = read_or_refuse(self.path, self.cap)
        except GrooveError as error:
            raise GrooveError(f"{error}; it is left as it is, and {_WAY_PAST}") from error
        try:
            return msgspec.json.decode(data, type=_File).runs
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            warn(f"{self.path} is not understood ({error}); it is taken for empty and will be replaced")
            return ()

    def add(self, run: Run, most: int, warn: Callable[[str], None]) -> None:
        """Put `run` before the others and keep the newest `most`. Raises `GrooveError`, leaving the file as it is."""
        with _alone_in(self.root):
            # Read again, because another run may have been added while this one was measured.
            self.write((run, *self.read(_say_nothing))[:most], warn)

    def write(self, runs: Sequence[Run], warn: Callable[[str], None]) -> None:
        """Replace the file by `runs`, newest first, as many as fit. Raises `GrooveError`, leaving the file as it is."""
        data = _encoded(runs)
        if len(data) > self.cap:
            kept = _most_that_fit(runs, self.cap)
            if not kept:
                raise GrooveError(
                    f"one run alone is larger than the {self.cap} bytes that {self.path} may have; nothing was "
                    f"written, and {_WAY_PAST}"
                )
            warn(f"{self.path} keeps the newest {kept} of {len(runs)} runs: more would be over {self.cap} bytes")
            data = _encoded(runs[:kept])
        try:
            _replace(self.path, data)
        except OSError as error:
            raise GrooveError(f"{self.path}: cannot be written: {error.strerror or error}; {_WAY_PAST}") from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """While no other process adds, where a folder can be locked: a lock file would lie among somebody's notes."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with ExitStack() as held:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            held.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def _say_nothing(_line: str) -> None:
    """For what was told already."""


def _encoded(runs: Sequence[Run]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(_File(tuple(runs))), indent=2) + b"\n"


def _most_that_fit(runs: Sequence[Run], cap: int) -> int:
    fits, too_many = 0, len(runs)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        fits, too_many = (middle, too_many) if len(_encoded(runs[:middle])) <= cap else (fits, middle)
    return fits


def _replace(path: Path, data: bytes) -> None:
    """Write beside it under a name of this process alone, then rename: no reader ever sees half a file."""
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
