"""Standard input as lines for the SDK, which then knows one kind of message less that must not stay unanswered."""

from __future__ import annotations

import fcntl
import json
import os
import re
from io import TextIOWrapper

import anyio

from grooveseek.server.answerable import is_request_id

_SUSPICIOUS_ID = re.compile(r'"id"\s*:\s*(?:[^\s"\d-]|-?\d+[.eE])')
_NO_MESSAGE = "null\n"


class Lines(TextIOWrapper):
    """A line whose `id` is neither text nor integer reads as one that is no message at all.

    The SDK would take it for a notification, and its sender would wait for ever.
    """

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as in the base class itself
        line = super().readline(size)
        return _NO_MESSAGE if _has_impossible_id(line) else line


def message_lines() -> anyio.AsyncFile[str]:
    """Takes descriptor 0 over: whatever else of the process reads it, children included, finds it empty."""
    private = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return anyio.wrap_file(Lines(os.fdopen(private, "rb", closefd=False), encoding="utf-8", errors="replace"))


def _has_impossible_id(line: str) -> bool:
    if not _SUSPICIOUS_ID.search(line):
        return False
    try:
        decoded = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(decoded, dict) and "method" in decoded and "id" in decoded and not is_request_id(decoded["id"])
