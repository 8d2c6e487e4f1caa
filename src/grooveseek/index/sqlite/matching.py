"""A question's words, and how often a text says them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Self

from grooveseek.index.sqlite.grams import SPACED, Part, hashes
from grooveseek.text.fold import fold


def clean(text: str | None) -> str:
    """The folded form that is stored and looked up. NUL is used as a border, so it becomes a space."""
    return fold(text).replace("\0", " ") if text else ""


@dataclass(frozen=True, slots=True)
class Word:
    """A folded word of a question: a substring from three characters on, below that a word of its own."""

    text: str
    grams: tuple[tuple[int, ...], ...]
    """By `Part`, what a text that holds the word there has."""
    count: Callable[[str], int]
    """How often a folded text says it."""

    @classmethod
    def of(cls, text: str) -> Self | None:
        """None for a text that no word can be made of."""
        grams = tuple(hashes(text, part) for part in Part)
        return cls(text, grams, _counter(text)) if grams[0] else None


def words_of(phrases: Iterable[str]) -> list[Word]:
    """The words after folding, each once."""
    folded = dict.fromkeys(clean(phrase) for phrase in phrases)
    return [word for text in folded if (word := Word.of(text)) is not None]


def _counter(word: str) -> Callable[[str], int]:
    if len(word) > 2:
        return lambda text: text.count(word)
    letter = re.compile(f"[{SPACED}]")
    before = f"(?<![{SPACED}])" if letter.match(word[0]) else ""
    after = f"(?![{SPACED}])" if letter.match(word[-1]) else ""
    if not before and not after:
        return lambda text: text.count(word)
    whole = re.compile(before + re.escape(word) + after)
    # Most texts do not hold the characters at all, which is told faster than a border.
    return lambda text: len(whole.findall(text)) if word in text else 0
