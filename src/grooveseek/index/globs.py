"""Path globs: `*` and `?` match any character, `/` too; `**` whole directories, `[a-z]` sets, `{a,b}` alternatives.

A pattern becomes a regular expression without nested choices: alternatives are multiplied out, and what stands between
two wildcards is matched at its first place and never tried again. That is exact for globs, and keeps a hostile pattern
(`*a*a*a*a…`) linear in the path's length.
"""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Iterator, Sequence

from grooveseek.errors import InvalidRequestError

_MAX_ALTERNATIVES = 1024


class PathGlobs:
    """Include and exclude patterns over whole stored paths, case-sensitive.

    A path matches when any include pattern does and no exclude pattern (`!` in front) does; with no include pattern
    every path counts as included. Raises `InvalidRequestError` for a pattern that cannot be read.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._included = _any_of([pattern for pattern in patterns if not pattern.startswith("!")])
        self._excluded = _any_of([pattern[1:] for pattern in patterns if pattern.startswith("!")])

    def match(self, path: str) -> bool:
        if self._included is not None and not self._included.fullmatch(path):
            return False
        return self._excluded is None or not self._excluded.fullmatch(path)


def translate(pattern: str) -> re.Pattern[str]:
    """The regular expression whose full matches are the paths `pattern` matches."""
    return re.compile(_translated(pattern), re.DOTALL)


def _any_of(patterns: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(map(_translated, patterns)), re.DOTALL) if patterns else None


def _translated(pattern: str) -> str:
    return "|".join(map(_expression, _Parser(pattern).alternatives()))


class _Gap(enum.Enum):
    """A wildcard of any length, and its expression."""

    ANY = ".*?"
    DIRECTORIES = "(?:.*?/)??"
    """Nothing, or whole directories with their slash."""
    REST = ".+"
    """What lies below a directory."""


_Token = str | _Gap
"""The expression of one character, or a gap."""


def _expression(tokens: Sequence[_Token]) -> str:
    """Each gap is joined with the characters behind it, up to the next gap, into a group that is matched only once."""
    pieces: list[list[str]] = [[]]
    for token in tokens:
        if isinstance(token, _Gap):
            pieces.append([token.value])
        else:
            pieces[-1].append(token)
    *inner, last = ("".join(piece) for piece in pieces)
    return "".join(f"(?>{piece})" for piece in inner) + last


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._depth = 0

    def alternatives(self) -> list[list[_Token]]:
        """The pattern without braces: every way to choose from them."""
        found = self._sequence()
        if self._depth:
            raise self._invalid("a { is never closed")
        return found

    def _invalid(self, reason: str) -> InvalidRequestError:
        return InvalidRequestError(f"invalid pattern {self._pattern!r}: {reason}")

    def _peek(self) -> str:
        """The next character; "" at the end."""
        return self._pattern[self._at : self._at + 1]

    def _sequence(self) -> list[list[_Token]]:
        """Up to the end, or to the `,` or `}` that ends this part of a brace group."""
        ways: list[list[_Token]] = [[]]
        while character := self._peek():
            if self._depth and character in ",}":
                break
            heads = self._group() if character == "{" else [[self._token()]]
            if len(ways) * len(heads) > _MAX_ALTERNATIVES:
                raise self._invalid(f"its braces stand for more than {_MAX_ALTERNATIVES} patterns")
            ways = [way + head for way in ways for head in heads]
        return ways

    def _group(self) -> list[list[_Token]]:
        self._depth += 1
        found: list[list[_Token]] = []
        while self._peek() in ("{", ",") or not found:
            self._at += 1
            found += self._sequence()
            if self._peek() == "":
                raise self._invalid("a { is never closed")
            if self._peek() == "}":
                break
        self._at += 1
        self._depth -= 1
        return found

    def _token(self) -> _Token:
        character = self._peek()
        if character == "*":
            return self._stars()
        self._at += 1
        if character == "?":
            return "."
        if character == "[":
            return self._set()
        return re.escape(self._literal(character))

    def _literal(self, character: str) -> str:
        """The character meant by one just read: itself, or the one behind a backslash."""
        # On Windows a backslash is a character of its own, as elsewhere in paths there.
        if character != "\\" or os.name == "nt":
            return character
        if not (escaped := self._peek()):
            raise self._invalid("a trailing \\ escapes nothing")
        self._at += 1
        return escaped

    def _stars(self) -> _Gap:
        start = self._at
        while self._peek() == "*":
            self._at += 1
        before, after = self._pattern[:start][-1:], self._peek()
        begins = before == "" or (self._depth > 0 and before in "{,")
        ends = after == "" or (self._depth > 0 and after in ",}")
        if self._at - start != 2 or not (begins or before == "/"):
            return _Gap.ANY
        if after == "/":
            self._at += 1
            return _Gap.DIRECTORIES
        return _Gap.REST if ends and not begins else _Gap.ANY

    def _set(self) -> str:
        negated = self._peek() == "!"
        self._at += negated
        ranges = "".join(self._ranges())
        return f"[{'^' if negated else ''}{ranges}]"

    def _ranges(self) -> Iterator[str]:
        first = True
        while (character := self._peek()) != "]" or first:
            if not character:
                raise self._invalid("a [ is never closed")
            first = False
            self._at += 1
            low = self._literal(character)
            if self._peek() == "-" and self._pattern[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 2
                high = self._literal(self._pattern[self._at - 1])
                if high < low:
                    raise self._invalid(f"the range {low}-{high} runs backwards")
                yield f"{re.escape(low)}-{re.escape(high)}"
            else:
                yield re.escape(low)
        self._at += 1
