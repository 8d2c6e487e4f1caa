"""One pattern of an ignore file as a regular expression.

Every `*` and `**` is matched at its first possible place and never tried again (atomic groups), which is exact because
what follows a `*` has a fixed length within its segment, and what follows a `**` a fixed number of segments. So no
pattern, however hostile, takes more than time linear in the path for each of its wildcards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ANY = "[^/]"
_SEGMENT_END = "(?![^/])"
_SPECIAL = re.compile(r"[*?\[\\]")
_GLOBSTARS = {"**/": "(?:.*?/)??", "**\\/": ".*?/"}
"""Marks for any number of segments; an escaped slash asks for one at least."""
_RANGE = re.compile(r"-[^\]]", re.DOTALL)
_NAMED_CLASS = re.compile(r"\[:([^\]]*):\]")
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\ \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": r"\ -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\ \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class MalformedPatternError(ValueError):
    """The pattern can match nothing; the message says why."""


@dataclass(frozen=True, slots=True)
class Pattern:
    regex: str
    """For `fullmatch` on a path relative to the root, case ignored. Holds no capturing group."""
    negated: bool
    directories_only: bool


def parse_pattern(line: str) -> Pattern:
    """A line of an ignore file that is neither blank nor a comment. Raises `MalformedPatternError`."""
    negated = line.startswith("!")
    body = line[1:] if negated else line
    directories_only = body.endswith("/")
    body = body.removesuffix("/")
    if not body.strip("/"):
        raise MalformedPatternError("it names nothing")
    anchored = "/" in body
    regex = _regex(_tokens(body.removeprefix("/"), anchored=anchored))
    return Pattern(regex if anchored else f"(?>(?:.*/)?){regex}", negated, directories_only)


def _tokens(body: str, *, anchored: bool) -> list[str]:
    """Regular expressions of one character each, and the marks `/`, `*` and the keys of `_GLOBSTARS`."""
    tokens: list[str] = []
    position = 0
    while position < len(body):
        character = body[position]
        if character == "*":
            token, position = _stars(body, position, anchored=anchored)
        elif character == "[":
            token, position = _bracket(body, position + 1)
        else:
            token, position = _single(body, position)
        tokens.append(token)
    return tokens


def _stars(body: str, start: int, *, anchored: bool) -> tuple[str, int]:
    end = len(body) - len(body[start:].lstrip("*"))
    if not anchored or end - start == 1 or not _is_whole_segment(body, start):
        return "*", end
    for mark in _GLOBSTARS:
        if body.startswith(mark[2:], end):
            return mark, end + len(mark) - 2
    return ("**", end) if end == len(body) else ("*", end)


def _is_whole_segment(body: str, start: int) -> bool:
    """Whether stars follow a `/`, or begin that part of the pattern that is not literal."""
    return start == 0 or body[start - 1] == "/" or not _SPECIAL.search(body[:start])


def _single(body: str, position: int) -> tuple[str, int]:
    character = body[position]
    if character == "?":
        return _ANY, position + 1
    if character == "\\":
        position += 1
        if position == len(body):
            raise MalformedPatternError("it ends in a lone backslash")
        character = body[position]
    return ("/" if character == "/" else re.escape(character)), position + 1


def _bracket(body: str, position: int) -> tuple[str, int]:
    """The class that begins behind `[`, and where it ends."""
    negated = body[position : position + 1] in ("!", "^")
    position += negated
    start, ranges, previous = position, [], ""
    while position == start or body[position : position + 1] != "]":
        named = _NAMED_CLASS.match(body, position)
        if named:
            if named[1] not in _CLASSES:
                raise MalformedPatternError(f"it names an unknown class {named[0]}")
            ranges.append(_CLASSES[named[1]])
            previous, position = "", named.end()
            continue
        is_range = bool(previous) and _RANGE.match(body, position) is not None
        character, position = _member(body, position + is_range)
        if not is_range:
            ranges.append(re.escape(character))
        elif previous <= character:
            ranges.append(f"{re.escape(previous)}-{re.escape(character)}")
        previous = "" if is_range else character
    members = "".join(ranges)
    if not members:
        return (_ANY if negated else "(?!)"), position + 1
    return f"(?!/)[{'^' if negated else ''}{members}]", position + 1


def _member(body: str, position: int) -> tuple[str, int]:
    if body[position : position + 1] == "\\":
        position += 1
    if position >= len(body):
        raise MalformedPatternError("its bracket is not closed")
    return body[position], position + 1


def _regex(tokens: list[str]) -> str:
    """Cut at the globstars first, then each part at its slashes and stars."""
    parts, marks = [list[str]()], [""]
    for token in tokens:
        if token in _GLOBSTARS:
            parts.append([])
            marks.append(token)
        else:
            parts[-1].append(token)
    regexes = [_segments(part) for part in parts]
    regexes[-1] += r"\Z"
    return regexes[0] + "".join(
        f"(?>{_GLOBSTARS[mark]}{regex})" for mark, regex in zip(marks[1:], regexes[1:], strict=True)
    )


def _segments(tokens: list[str]) -> str:
    regex, open_star = "", False
    for piece in tokens:
        if piece == "*" or (piece == "/" and open_star):
            regex += f"{_SEGMENT_END if piece == '/' else ''})" if open_star else ""
            open_star = piece == "*"
            regex += f"(?>{_ANY}*?" if open_star else "/"
        else:
            regex += ".*" if piece == "**" else piece
    return f"{regex}{_SEGMENT_END})" if open_star else regex
