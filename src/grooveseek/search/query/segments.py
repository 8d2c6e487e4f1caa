"""A query cut at its quotes and exclusions, in one pass from left to right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grooveseek.text.classes import CharacterClass, class_of

WHITE_SPACE = "".join(map(chr, (*range(9, 14), 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029))) + (
    "\u202f\u205f\u3000"
)
"""Unicode `White_Space`; Python's own notion adds the four separators U+001C to U+001F."""

_SPACE = re.compile(f"[{WHITE_SPACE}]")
_STOP = re.compile(r'["-]')


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the query: `query[start:end]`, quotes and hyphen included."""

    start: int
    end: int
    text: str
    """What it says, without the quotes and the hyphen, `""` read as `"`."""
    quoted: bool = False
    excluded: bool = False


def scan(query: str) -> tuple[Segment, ...]:
    """The segments of `query` in order; together they cover it, none is empty.

    A quote that never closes is an ordinary character, and all from the last closed segment on is then one plain one.
    """
    segments: list[Segment] = []
    plain_from = 0
    at = 0
    while stop := _STOP.search(query, at):
        at = stop.start()
        excluded = query[at] == "-"
        if excluded and not _starts_exclusion(query, at):
            at += 1
            continue
        start = at
        opened = at + excluded
        if query[opened] == '"':
            closed = _closing_quote(query, opened + 1)
            if closed is None:
                break
            at = closed + 1
            segment = Segment(start, at, query[opened + 1 : closed].replace('""', '"'), True, excluded)
        else:
            space = _SPACE.search(query, opened)
            at = space.start() if space else len(query)
            segment = Segment(start, at, query[opened:at], False, excluded)
        segments += _plain(query, plain_from, start)
        segments.append(segment)
        plain_from = at
    segments += _plain(query, plain_from, len(query))
    return tuple(segments)


def trim(text: str) -> str:
    """`text` without white space at both ends."""
    return text.strip(WHITE_SPACE)


def words(text: str) -> tuple[str, ...]:
    """`text` split at white space."""
    return tuple(word for word in _SPACE.split(text) if word)


def positive_pieces(query: str, segments: tuple[Segment, ...]) -> tuple[str, ...]:
    """What the exclusions leave of `query`, cut where they stood."""
    pieces = []
    start = 0
    for segment in segments:
        if segment.excluded:
            pieces.append(query[start : segment.start])
            start = segment.end
    return (*pieces, query[start:])


def positive_text(query: str, segments: tuple[Segment, ...]) -> str:
    """`query` without its exclusions, each with the white space behind it (before it, for one at the very end)."""
    first, *others = positive_pieces(query, segments)
    text = first + "".join(piece.lstrip(WHITE_SPACE) for piece in others)
    return text.rstrip(WHITE_SPACE) if segments and segments[-1].excluded else text


def _plain(query: str, start: int, end: int) -> list[Segment]:
    return [Segment(start, end, query[start:end])] if start < end else []


def _starts_exclusion(query: str, at: int) -> bool:
    if at and query[at - 1] not in WHITE_SPACE:
        return False
    following = query[at + 1 : at + 2]
    if following in {"", "-"}:
        return False
    return following == '"' or class_of(following) is not CharacterClass.SEPARATOR


def _closing_quote(query: str, start: int) -> int | None:
    at = query.find('"', start)
    while at >= 0 and query[at + 1 : at + 2] == '"':
        at = query.find('"', at + 2)
    return at if at >= 0 else None
