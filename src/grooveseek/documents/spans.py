"""A part of a text by its code-point offsets: what of it is content, and on which lines of the file it stands."""

from __future__ import annotations

import re
from bisect import bisect_right

Span = tuple[int, int]
"""Start and end, the end exclusive."""

_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)*")


def trimmed(text: str, span: Span) -> Span:
    """The span without the blank lines before it and the white space behind it; indentation of its first line stays.

    A blank span gives an empty one at its start.
    """
    blank = _BLANK_LINES.match(text, *span)
    assert blank is not None
    content = text[blank.end() : span[1]].rstrip()
    return (blank.end(), blank.end() + len(content)) if content else (span[0], span[0])


class LineNumbers:
    """1-based line numbers of offsets in a text with LF line ends."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._first_line = first_line

    def of(self, offset: int) -> int:
        """The number of the line that holds `offset`."""
        return self._first_line + bisect_right(self._starts, offset) - 1

    def range(self, span: Span) -> tuple[int, int]:
        """First and last line of a span, inclusive; an empty one lies on one line."""
        return self.of(span[0]), self.of(max(span[0], span[1] - 1))
