"""A range of lines out of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grooveseek.errors import InvalidRequestError
from grooveseek.text.counted import counted

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class LineRange:
    """1-based, both inclusive; `end` None stands for the last line."""

    start: int = 1
    end: int | None = None


@dataclass(frozen=True, slots=True)
class LinesRead:
    """What a range came out as; `total` counts the lines of the whole text."""

    start: int
    end: int
    total: int


def line_range(start: int | None, end: int | None) -> LineRange | None:
    """None when neither is given. Raises `InvalidRequestError` for a range that holds no line."""
    if start is None and end is None:
        return None
    for name, value in (("start_line", start), ("end_line", end)):
        if value is not None and value < 1:
            raise InvalidRequestError(f"`{name}` must be 1 or more, got {value}")
    if start is not None and end is not None and end < start:
        raise InvalidRequestError(f"`end_line` ({end}) must not be before `start_line` ({start})")
    return LineRange(start or 1, end)


def take_lines(text: str, wanted: LineRange) -> tuple[str, LinesRead]:
    """The lines of `text` in the range, with their line ends. Raises `InvalidRequestError` beyond the last line."""
    lines = _LINE.findall(text) or [text]
    total = len(lines)
    if wanted.start > total:
        raise InvalidRequestError(f"`start_line` is {wanted.start}, but the document has {counted(total, 'line')}")
    end = min(wanted.end or total, total)
    return "".join(lines[wanted.start - 1 : end]), LinesRead(wanted.start, end, total)
