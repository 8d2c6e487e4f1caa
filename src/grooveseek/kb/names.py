"""Which names the index can hold: one predicate, asked by the walk, the watcher, `kb://` URIs and reads alike."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

WINDOWS = sys.platform == "win32"

_DEVICES = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])\Z", re.IGNORECASE)
_FORBIDDEN_ON_WINDOWS = re.compile(r'[\\:<>"|?*\x00-\x1F]')


def name_fault(path: str, *, windows: bool = WINDOWS) -> str | None:
    """Why the index cannot hold `path` (relative to the knowledge base, `/`-separated); None where it can."""
    if not path:
        return "the name is empty"
    if "\0" in path:
        return "the name contains a NUL"
    if not path.isascii() and any("\ud800" <= character <= "\udfff" for character in path):
        return "the name is not valid Unicode"
    if path.startswith("/"):
        return "the name is absolute"
    segments = path.split("/")
    if "" in segments or "." in segments:
        return "the name has an empty or `.` segment"
    if ".." in path.replace("\\", "/").split("/"):
        return "the name has a `..` segment"
    return _windows_fault(path, segments) if windows else None


def can_hold(path: str, *, windows: bool = WINDOWS) -> bool:
    """Whether `path` is a name the index can hold."""
    return name_fault(path, windows=windows) is None


def _windows_fault(path: str, segments: list[str]) -> str | None:
    forbidden = _FORBIDDEN_ON_WINDOWS.search(path)
    if forbidden:
        return f"the name contains {forbidden[0]!r}, which Windows reserves"
    for segment in segments:
        if segment.endswith((".", " ")):
            return "a segment of the name ends in a dot or a space, which Windows drops"
        if _DEVICES.match(segment.partition(".")[0].rstrip(" ")):
            return f"{segment!r} is the name of a Windows device"
    return None


def folders_above(path: str) -> Iterator[str]:
    """The folders that a path lies in, outermost first, the root not among them."""
    slash = path.find("/")
    while slash >= 0:
        yield path[:slash]
        slash = path.find("/", slash + 1)


def is_lock_file(name: str) -> bool:
    """Whether an office program put this file beside an open document."""
    return name.startswith("~$") or (name.startswith(".~lock.") and name.endswith("#"))
