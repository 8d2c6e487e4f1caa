"""One file of the knowledge base under the path rules: the same checks, in the same order, for every read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grooveseek.documents.parser import Format, Kind
from grooveseek.documents.registry import ParserSet
from grooveseek.errors import RefusedFileError
from grooveseek.kb.names import is_document_name
from grooveseek.kb.read import read_file
from grooveseek.reading.errors import (
    ExtensionRefusedError,
    LinkRefusedError,
    NotFoundError,
    ReadRefusedError,
    TooLargeError,
    UnreadableError,
)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    format: Format
    data: bytes


def read_checked(root: Path, path: str, parsers: ParserSet, cap: Callable[[Kind], int]) -> CheckedFile:
    """The bytes of `path`, which must be spelled exactly as the index spells it.

    Raises a `ReadRefusedError`. The extension is judged before the disk is touched, so that its refusal does not tell
    whether the file exists.
    """
    if not is_document_name(path):
        raise NotFoundError
    entry = parsers.format_of(path)
    if entry is None:
        raise _wrong_extension(path, parsers)
    limit = cap(entry.kind)
    _check_on_disk(root, path, limit)
    try:
        return CheckedFile(entry, read_file(root, path, limit).data)
    except RefusedFileError as refusal:
        raise UnreadableError(f"refused to read this document: {refusal.reason}") from refusal
    except OSError as error:
        raise _unexamined(error) from error


def _check_on_disk(root: Path, path: str, limit: int) -> None:
    """Refuse with the right reason. What is read afterwards is checked once more on its own opened handle."""
    *folders, name = path.split("/")
    folder = root
    try:
        for segment in folders:
            _check_spelling(folder, segment)
            folder = folder / segment
            # A link to a folder would give its documents a second spelling, or lead out of the knowledge base.
            if not stat.S_ISDIR(os.lstat(folder).st_mode):
                raise NotFoundError
        found = os.lstat(folder / name)
        if stat.S_ISLNK(found.st_mode):
            raise LinkRefusedError("access denied: symbolic links are not followed")
        if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
            raise LinkRefusedError("access denied: the file has more than one name (hard links)")
        _check_spelling(folder, name)
    except OSError as error:
        raise _unexamined(error) from error
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError("access denied: not a regular file")
    if found.st_size > limit:
        raise TooLargeError(
            f"too large: {found.st_size} bytes, and one read hands over at most {limit}; of a text file, lines can be "
            "read with `start_line` and `end_line`"
        )


def _check_spelling(folder: Path, segment: str) -> None:
    """A file system that ignores case or composition would open other spellings of the same name."""
    if not any(entry.name == segment for entry in folder.iterdir()):
        raise NotFoundError


def _unexamined(error: OSError) -> ReadRefusedError:
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
        return NotFoundError()
    return UnreadableError(f"could not examine this document: {error.strerror or 'unknown error'}")


def _wrong_extension(path: str, parsers: ParserSet) -> ExtensionRefusedError:
    name = path.rpartition("/")[2]
    _, dot, extension = name.rpartition(".")
    shown = f"`.{extension}` is not enabled" if dot else "a name without an extension is not enabled"
    enabled = ", ".join(f"`.{entry}`" for entry in parsers.extensions)
    return ExtensionRefusedError(f"access denied: {shown}; documents here end in {enabled}")
