"""English words without their inflection, as beginnings of themselves that the other forms contain, too."""

from __future__ import annotations

import re

_WORD = re.compile("[A-Za-z]+")
_LEAST = 4
"""Letters that are always left: fewer would be found in too many other words."""

_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s")
_TAKE_ES = ("s", "x", "z", "ch", "sh", "o")
"""What takes `es` in the plural; elsewhere the `e` is the word's own."""
_DOUBLING = ("ings", "ing", "ed")
_DOUBLED = re.compile(r"([bdglmnprt])\1$")
"""A consonant that is doubled before them, and found single in the word itself."""

_IN_ING = (
    "anything everything nothing something awning ceiling darling dumpling earring evening herring inkling lemming "
    "lightning morning offspring pudding shilling sibling sterling wedding"
)
_IN_ED = "hatred hundred kindred sacred"
_IN_S = "alias always atlas besides canvas chaos cosmos ethos pathos perhaps series species whereas"
_WHOLE = frozenset(f"{_IN_ING} {_IN_ED} {_IN_S}".split())
"""Words that end as if they were inflected; an `s` behind them is a plural."""

_OF_WORDS_IN_I_AND_U = "emojis gurus menus taxis wikis"
_OF_WORDS_IN_IE = "brownies calories cookies genies hoodies movies pixies prairies rookies selfies zombies"
_PLURALS = frozenset(f"{_OF_WORDS_IN_I_AND_U} {_OF_WORDS_IN_IE}".split())
"""Plurals that do not look like it."""


def stem(word: str) -> str:
    """A beginning of `word`, of four letters at least; `word` itself where it is none of English or not inflected."""
    lower = word.lower()
    if not _WORD.fullmatch(word) or lower in _WHOLE:
        return word
    return word[: _length(lower)]


def _length(word: str) -> int:
    whole = len(word)
    if word in _PLURALS or word.removesuffix("s") in _WHOLE:
        return whole - 1
    if word.endswith(("ss", "is", "us")):
        return whole
    if word.endswith("eed"):  # `agreed`, and `exceed` suffers nothing by it
        return whole - 1 if whole - 2 >= _LEAST else whole
    for ending in _ENDINGS:
        left = whole - len(ending)
        if left >= _LEAST and word.endswith(ending) and _follows(ending, word[:left]):
            return left - 1 if ending in _DOUBLING and left > _LEAST and _DOUBLED.search(word[:left]) else left
    return whole


def _follows(ending: str, left: str) -> bool:
    """`cities`, of which too little would be left, is not taken for the plural of `citie`."""
    if ending == "es":
        return left.endswith(_TAKE_ES)
    return ending != "s" or not left.endswith("ie")
