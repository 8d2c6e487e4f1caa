"""Where a text may be cut: after a sentence, or at the least between two characters as a reader sees them.

Borders are code-point positions, ascending, without 0 and with `len(text)` last, so that the pieces between them cover
the text. Every function here takes time linear in the length of its text.
"""

from __future__ import annotations

from itertools import pairwise

import regex

_MARKS = r"\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}"
_CLOSING = r"""'"”’»›）)\]］}｝」』】〉》〕〗〙""" + _MARKS
_SPACE = rf"(?:\s[{_MARKS}]*+)"

# The look-behinds keep a run of marks from being tried again from each of its characters.
_SENTENCE_END = regex.compile(
    rf"""
      (?<![。！？｡]) [。！？｡]++ [。！？｡!?{_CLOSING}]*+ {_SPACE}*+
    | (?<![.．!?]) (?P<stop>[.．!?]++) [{_CLOSING}]*+ (?: {_SPACE}++ | \Z )
    | \n {_SPACE}*+
    """,
    regex.VERBOSE,
)
_INITIAL = regex.compile(r"(?:^|[\s(])[A-Z]\Z")
# Flags are paired here because `\X` alone counts back over the whole run of them, again for each one.
_GRAPHEME = regex.compile(r"\p{Regional_Indicator}{1,2}+[" + _MARKS + r"]*+|\X")


def sentence_borders(text: str) -> list[int]:
    """The ends of the sentences of `text`; white space and closing brackets stay with the sentence they follow.

    A line feed ends one too. A full stop does not where a small letter follows (`e.g. this`) or a lone capital precedes
    it (`J. Smith`).
    """
    borders = [match.end() for match in _SENTENCE_END.finditer(text) if not _abbreviates(text, match)]
    if text and (not borders or borders[-1] != len(text)):
        borders.append(len(text))
    return borders


def _abbreviates(text: str, match: regex.Match[str]) -> bool:
    stop = match["stop"]
    if not stop or stop.strip(".") or "\n" in match[0]:
        return False
    return text[match.end() : match.end() + 1].islower() or bool(
        _INITIAL.search(text, max(0, match.start() - 2), match.start())
    )


def grapheme_borders(text: str) -> list[int]:
    """The ends of the grapheme clusters of `text`: what a reader sees as one character is never cut."""
    if text.isascii() and "\r" not in text:
        return list(range(1, len(text) + 1))
    return [match.end() for match in _GRAPHEME.finditer(text)]


def pieces(text: str, borders: list[int]) -> list[str]:
    """The pieces of `text` between `borders`."""
    return [text[start:end] for start, end in pairwise((0, *borders))]
