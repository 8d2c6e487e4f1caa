"""One file of the knowledge base under the path rules: the same checks, in the same order, for every read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grooveseek.documents.parser import Format, Kind
from grooveseek.documents.registry import ParserSet
from grooveseek.errors import RefusedFileError
from grooveseek.kb import read as kb_read
from grooveseek.kb.names import can_hold
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
    if not can_hold(path):
        raise NotFoundError
    entry = parsers.format_of(path)
    if entry is None:
        raise _wrong_extension(path, parsers)
    try:
        with kb_read.locate(root, path) as file:
            return CheckedFile(entry, file.read(cap(entry.kind)).data)
    except RefusedFileError as refusal:
        raise _worded(refusal) from refusal
    except OSError as error:
        raise UnreadableError(f"could not examine this document: {error.strerror or 'unknown error'}") from error


def _worded(refusal: RefusedFileError) -> ReadRefusedError:
    match refusal:
        case kb_read.MissingFileError():
            return NotFoundError()
        case kb_read.SymlinkError():
            return LinkRefusedError("access denied: symbolic links are not followed")
        case kb_read.HardLinkError():
            return LinkRefusedError("access denied: the file has more than one name (hard links)")
        case kb_read.TooLargeError():
            return TooLargeError(
                f"too large: {refusal.size} bytes, and one read hands over at most {refusal.cap}; of a text, lines can "
                "be read with `start_line` and `end_line`"
            )
        case _:
            return UnreadableError(f"access denied: it {refusal.reason}")


def _wrong_extension(path: str, parsers: ParserSet) -> ExtensionRefusedError:
    name = path.rpartition("/")[2]
    _, dot, extension = name.rpartition(".")
    shown = f"`.{extension}` is not enabled" if dot else "a name without an extension is not enabled"
    enabled = ", ".join(f"`.{entry}`" for entry in parsers.extensions)
    return ExtensionRefusedError(f"access denied: {shown}; documents here end in {enabled}")
