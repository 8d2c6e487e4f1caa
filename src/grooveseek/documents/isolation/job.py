"""What the reader process is asked and what it answers. Imports next to nothing, so that the process starts fast.

Both sides of the pipe speak in frames: eight bytes of length, big-endian, then that many bytes. A job is two frames,
its terms and the file. An answer is one, a mark and then JSON or the reason of a refusal: the reader has met a hostile
file, so nothing of what it says is ever run.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import IO

READ = b"+"
REFUSED = b"-"
SHORT = b"~"
"""Time or memory was short: another time the file may be read."""

_LENGTH = 8


class ReaderError(Exception):
    """Why a file could not be read, as the text after its path; `lasting` as in `errors.RefusedFileError`."""

    def __init__(self, reason: str, *, lasting: bool = True) -> None:
        super().__init__(reason)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Terms:
    """What a reader may use up."""

    reader: str
    """Names one of the readers the process knows."""
    deadline_seconds: float
    text_budget: int | None
    """Bytes of text that the file may yield; None for no limit."""
    memory: int | None
    """Bytes of address space; None for no limit."""

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Terms:
        return cls(**json.loads(data))


def write_frame(stream: IO[bytes], *parts: bytes) -> None:
    """One frame of all the parts together."""
    stream.write(sum(map(len, parts)).to_bytes(_LENGTH, "big"))
    for part in parts:
        stream.write(part)


def read_frame(stream: IO[bytes], most: int | None = None) -> bytes:
    """Raises `EOFError` where the stream ends first, or announces more than `most` bytes."""
    length = int.from_bytes(_exactly(stream, _LENGTH), "big")
    if most is not None and length > most:
        raise EOFError
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data
