"""Log records to standard error, filtered by `GROOVE_LOG` (or `RUST_LOG`)."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TextIO

from grooveseek.config.environment import given
from grooveseek.config.shown import printable

LEVELS = {
    "off": logging.CRITICAL + 1,
    "error": logging.ERROR,
    "warn": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
    "trace": 5,
}

USUAL = "info,watchfiles=warn"
"""The library counts every change it sees; the watcher itself says which file it was."""

_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class LogFilter:
    """The lowest level shown, for targets that begin with a name (the longest decides) and for all others."""

    level: int = logging.INFO
    targets: dict[str, int] = field(default_factory=dict)

    def __call__(self, record: logging.LogRecord) -> bool:
        target = _target(record)
        longest = max((name for name in self.targets if target.startswith(name)), key=len, default=None)
        return record.levelno >= (self.level if longest is None else self.targets[longest])

    @property
    def lowest(self) -> int:
        return min(self.level, *self.targets.values(), logging.CRITICAL + 1)


def parse_filter(text: str) -> LogFilter:
    """Comma-separated `level` or `target=level`. Raises `ValueError` for anything else."""
    level, targets = logging.INFO, {}
    for part in text.split(","):
        *target, name = (piece.strip() for piece in part.split("="))
        wanted = LEVELS.get(name.lower())
        if wanted is None or len(target) > 1 or "" in target:
            raise ValueError(text)
        if target:
            targets[target[0]] = wanted
        else:
            level = wanted
    return LogFilter(level, targets)


def set_up_logging(environ: Mapping[str, str], stream: TextIO | None = None, *, usual: str = USUAL) -> None:
    """Send log records to `stream` (standard error).

    `usual` is the filter where the environment has none; one that cannot be read counts as `info`. On a terminal what
    is no warning is dim, so that it does not stand before the answer; anywhere else there is no colour.
    """
    stream = stream or sys.stderr
    try:
        wanted = parse_filter(given(environ, "GROOVE_LOG") or given(environ, "RUST_LOG") or usual)
    except ValueError:
        wanted = parse_filter(USUAL)
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler.formatter, _Formatter)]:
        root.removeHandler(handler)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Formatter(dims=_may_be_dim(stream) and not given(environ, "NO_COLOR")))
    handler.addFilter(wanted)
    root.addHandler(handler)
    root.setLevel(wanted.lowest)


def _may_be_dim(stream: TextIO | None) -> bool:
    # A console of Windows shows escape sequences as text until a program has switched them on.
    return stream is not None and stream.isatty() and sys.platform != "win32"


class _Formatter(logging.Formatter):
    """One line a record: time in UTC, level, target, message."""

    def __init__(self, *, dims: bool) -> None:
        super().__init__()
        self._dims = dims

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        level = next((name for name, number in LEVELS.items() if record.levelno >= number), "trace")
        line = f"{when} {level.upper():>5} {_target(record)}: {printable(record.getMessage())}"
        if record.exc_info:
            return f"{line}\n{self.formatException(record.exc_info)}"
        return f"{_DIM}{line}{_PLAIN}" if self._dims and record.levelno < logging.WARNING else line


def _target(record: logging.LogRecord) -> str:
    return record.name.replace(".", "::")
