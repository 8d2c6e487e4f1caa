"""The zip file around an Office document: named parts, read under a budget that no part and no sum of parts exceeds."""

from __future__ import annotations

import contextlib
import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator

BUDGET_KEY = "[index].max_decompressed_size"

_MOST_PARTS = 20_000
_STEP = 1024 * 1024
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = 0x1
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, NotImplementedError)


class OfficeError(Exception):
    """Why the file as a whole cannot be read."""


class PartError(Exception):
    """Why one part cannot be used; the others still can."""


class Package:
    """The parts of one file. Names are compared without regard to letter case, as their standard wants."""

    def __init__(self, data: bytes, budget: int | None) -> None:
        """`budget` in bytes for all parts together, None for no limit. Raises `OfficeError`."""
        self._archive = _open(data)
        self._budget = budget
        self._spent = 0
        self._parts = {_key(info.filename): info for info in self._archive.infolist()}

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._parts

    def names(self) -> list[str]:
        """The names as they are spelled in the file."""
        return [info.filename for info in self._parts.values()]

    def read(self, name: str) -> bytes:
        """One part. Raises `PartError` where it is not there, damaged or over the budget by itself.

        Raises `OfficeError` where it is over what is left of the budget.
        """
        info = self._parts.get(_key(name))
        if info is None:
            raise PartError(f"{name} is missing")
        if self._budget is not None:
            if info.file_size > self._budget:
                raise PartError(f"{name} takes more than {BUDGET_KEY} allows ({self._budget} bytes)")
            if self._spent + info.file_size > self._budget:
                raise OfficeError(f"its parts take more than {BUDGET_KEY} allows ({self._budget} bytes)")
        return b"".join(self._inflate(info))

    def fits(self, name: str) -> bool:
        """Whether a part may still be read."""
        info = self._parts.get(_key(name))
        return info is None or self._budget is None or self._spent + info.file_size <= self._budget

    def inflate_all(self) -> None:
        """Count every part against the budget, pictures too, and keep nothing. Raises `OfficeError`.

        A damaged part counts as far as it goes; whether it matters is for its reader to say.
        """
        self._check(sum(info.file_size for info in self._archive.infolist()))
        spent, self._spent = self._spent, 0
        for info in self._archive.infolist():
            with contextlib.suppress(PartError):
                for _ in self._inflate(info):
                    pass
        self._spent = spent

    def _inflate(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        if info.flag_bits & _ENCRYPTED:
            raise OfficeError(f"encrypted: {info.filename} opens only with a password")
        if info.compress_type not in _COMPRESSIONS:
            raise OfficeError(f"{info.filename} is compressed in a way that Office files are not")
        try:
            with self._archive.open(info) as stream:
                while block := stream.read(_STEP):
                    self._spent += len(block)
                    self._check(self._spent)
                    yield block
        except _BROKEN as error:
            raise PartError(f"{info.filename} is damaged ({error})") from error

    def _check(self, size: int) -> None:
        if self._budget is not None and size > self._budget:
            raise OfficeError(f"its parts take more than {BUDGET_KEY} allows ({self._budget} bytes)")


def _open(data: bytes) -> zipfile.ZipFile:
    if data.startswith(_OLE_MAGIC):
        raise OfficeError("encrypted, or in the binary format of older Office versions")
    # Every entry costs memory as soon as the archive is opened, whatever it declares.
    if data.count(b"PK\x01\x02") > _MOST_PARTS:
        raise OfficeError(f"a zip file of more than {_MOST_PARTS} parts")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        if data.startswith(b"PK"):
            raise OfficeError("a damaged or incomplete zip file") from error
        raise OfficeError("no Office file, whatever its name says") from error


def _key(name: str) -> str:
    return posixpath.normpath(name.replace("\\", "/")).lstrip("/").lower()
