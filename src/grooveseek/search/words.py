"""Where a folded word stands in a folded text: anywhere, but a very short one only as a whole word."""

from __future__ import annotations

import regex

from grooveseek.search.query.phrases import FLOOR
from grooveseek.search.spans import Places, places

_SPACED = r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}\p{Hebrew}\p{Arabic}\p{Nd}_]"
"""Characters of scripts that are written with spaces."""

_SPACED_WORD = regex.compile(f"{_SPACED}+")


def places_of_word(text: str, word: str) -> Places:
    """A word of one or two letters counts only as a whole word where its script is written with spaces."""
    if len(word) < FLOOR and _SPACED_WORD.fullmatch(word):
        whole = f"(?<!{_SPACED}){regex.escape(word)}(?!{_SPACED})"
        return (match.span() for match in regex.finditer(whole, text))
    return places(text, word)


def holds_word(text: str, word: str) -> bool:
    return next(places_of_word(text, word), None) is not None
