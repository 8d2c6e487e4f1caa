"""Reading a file of the knowledge base through one handle: what was checked is what is read."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from grooveseek.errors import RefusedFileError
from grooveseek.kb.names import WINDOWS, can_hold


class MissingFileError(RefusedFileError):
    """Nothing of exactly this spelling lies in the knowledge base."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "no such file")


class SymlinkError(RefusedFileError):
    def __init__(self, path: str) -> None:
        super().__init__(path, "is a symbolic link; links are not followed")


class HardLinkError(RefusedFileError):
    def __init__(self, path: str, links: int) -> None:
        super().__init__(
            path,
            f"has {links} names on disk (hard links), so it may also lie outside the knowledge base; "
            "replace it with a copy to have it read",
        )


class NotRegularFileError(RefusedFileError):
    def __init__(self, path: str, kind: str) -> None:
        super().__init__(path, f"is {kind}, not a regular file")


class TooLargeError(RefusedFileError):
    def __init__(self, path: str, size: int, cap: int) -> None:
        super().__init__(path, f"file too large ({size} bytes > {cap} limit)")
        self.size = size
        self.cap = cap


@dataclass(frozen=True, slots=True)
class Reading:
    """The bytes of a file and the state they were read in."""

    data: bytes
    size: int
    mtime_ns: int
    inode: int


class OpenFile:
    """A regular file with one name, held open: size and content are those of one and the same file."""

    def __init__(self, path: str, descriptor: int, status: os.stat_result) -> None:
        self.path = path
        self.size = status.st_size
        self.mtime_ns = status.st_mtime_ns
        self.inode = status.st_ino
        self._descriptor = descriptor

    def read(self, cap: int | None) -> Reading:
        """Everything from where the last read ended. Raises `TooLargeError` over `cap` bytes, `OSError`."""
        if cap is not None and self.size > cap:
            raise TooLargeError(self.path, self.size, cap)
        parts, total = [], 0
        wanted = self.size + 1
        while part := os.read(self._descriptor, wanted):
            parts.append(part)
            total += len(part)
            if cap is not None and total > cap:
                raise TooLargeError(self.path, max(total, self.size), cap)
            # Most files end here; one that grew meanwhile is read on, a megabyte at a time.
            wanted = max(1, self.size + 1 - total) if total <= self.size else 1 << 20
            if cap is not None:
                wanted = min(wanted, cap + 1 - total)
        return Reading(b"".join(parts), self.size, self.mtime_ns, self.inode)


def read_file(root: Path, path: str, cap: int | None) -> Reading:
    """The content of the file at `path` below `root`, at most `cap` bytes (None: any number).

    Raises `RefusedFileError` (one of the kinds of this module) for what is not read, `OSError` for what cannot be.
    """
    with _opened(root, path) as file:
        return file.read(cap)


@contextmanager
def locate(root: Path, path: str) -> Iterator[OpenFile]:
    """The file whose spelling in the index is exactly `path`, opened for the length of the block.

    Raises like `read_file`; `MissingFileError` also where the file system finds the file under another spelling than
    its own (other case, other normal form, short name) and where a folder on the way is a link.
    """
    with _opened(root, path) as file:
        if not _spelled_as_on_disk(root, path):
            raise MissingFileError(path)
        yield file


@contextmanager
def _opened(root: Path, path: str) -> Iterator[OpenFile]:
    if not can_hold(path):
        raise MissingFileError(path)
    try:
        descriptor = _open_beneath(root, path) if os.open in os.supports_dir_fd else _open_by_path(root, path)
    except OSError as error:
        refusal = _refusal(error, path)
        if refusal is None:
            raise
        raise refusal from error
    try:
        yield OpenFile(path, descriptor, _checked(path, os.fstat(descriptor)))
    finally:
        os.close(descriptor)


_DIRECTORY = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)


def _open_beneath(root: Path, path: str) -> int:
    """Opens folder by folder, so that none can be swapped for a link in between."""
    *folders, name = path.split("/")
    parent = os.open(root, _DIRECTORY & ~os.O_NOFOLLOW)
    try:
        for folder in folders:
            inner = _open_folder(folder, parent)
            os.close(parent)
            parent = inner
        return os.open(name, _FILE, dir_fd=parent)
    finally:
        os.close(parent)


def _open_folder(name: str, parent: int) -> int:
    try:
        return os.open(name, _DIRECTORY, dir_fd=parent)
    except OSError as error:
        # Systems differ in what they say of a link that is not followed; here it is never the file itself.
        if error.errno in {errno.ELOOP, errno.EMLINK}:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name) from error
        raise


def _open_by_path(root: Path, path: str) -> int:
    """The same where the system cannot open relative to a folder: the folders are checked, then the whole path."""
    place = root
    *folders, name = path.split("/")
    for folder in folders:
        place /= folder
        if _is_link(place):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(place))
    place /= name
    if _is_link(place):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(place))
    return os.open(place, _FILE)


def _is_link(place: Path) -> bool:
    status = place.lstat()
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) in _LINK_TAGS


_LINK_TAGS = {getattr(stat, "IO_REPARSE_TAG_SYMLINK", -1), getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)}


def _refusal(error: OSError, path: str) -> RefusedFileError | None:
    """What a failure to open says of the file; None where it says that it could not be examined."""
    if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}:
        return MissingFileError(path)
    if error.errno in {errno.ELOOP, errno.EMLINK}:
        return SymlinkError(path)
    if error.errno in {errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP}:
        return NotRegularFileError(path, "a socket or device")
    return None


def _checked(path: str, status: os.stat_result) -> os.stat_result:
    if stat.S_ISDIR(status.st_mode):
        raise NotRegularFileError(path, "a folder")
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularFileError(path, "a pipe or device")
    if status.st_nlink > 1:
        raise HardLinkError(path, status.st_nlink)
    return status


def _spelled_as_on_disk(root: Path, path: str) -> bool:
    place = root
    for segment in path.split("/"):
        if _may_be_respelled(place, segment) and not any(entry.name == segment for entry in place.iterdir()):
            return False
        place /= segment
    return True


def _may_be_respelled(folder: Path, segment: str) -> bool:
    """Whether the file system finds this entry under another spelling too; only then is its own one looked up."""
    if WINDOWS:
        return True
    forms = {segment.swapcase(), unicodedata.normalize("NFC", segment), unicodedata.normalize("NFD", segment)}
    for form in forms - {segment}:
        with suppress(OSError):
            if os.path.samestat((folder / form).lstat(), (folder / segment).lstat()):
                return True
    return False
