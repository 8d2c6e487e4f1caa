"""The character classes a query is split by, and runs of one class."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

import regex


class CharacterClass(enum.Enum):
    """What kind of character this is to a reader who separates words by a change of script."""

    KANJI = "kanji"
    HIRAGANA = "hiragana"
    KATAKANA = "katakana"
    WORD = "word"
    """Letters and numbers of every other script, `_` and `-`."""
    SEPARATOR = "separator"
    """White space, punctuation, symbols, emoji, controls."""


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring characters of one class: `text[start:end]`, never empty."""

    kind: CharacterClass
    start: int
    end: int


# 〇 and the ideographs beyond the basic plane count as word characters: the phrases a query compiles to depend on it.
_KANJI = r"\u4E00-\u9FFF\u3400-\u4DBF\uF900-\uFAFF\U0002F800-\U0002FA1F\u3005\u3006"
_HIRAGANA = r"\u3041-\u309F"
_KATAKANA = r"\u30A1-\u30FF\uFF66-\uFF9F"
_WORD = r"_\-\p{Alphabetic}\p{Nd}\p{Nl}\p{No}"

# Marks and joiners belong to the character before them; on their own they are what the table says.
_ATTACHED = r"\p{M}\u200C\u200D"


def _run(kind: CharacterClass, characters: str) -> str:
    return f"(?P<{kind.value}>{characters}[{characters}{_ATTACHED}]*+)"


_RUNS = regex.compile(
    "(?V1)"
    + "|".join(
        (
            _run(CharacterClass.KANJI, f"[{_KANJI}]"),
            _run(CharacterClass.HIRAGANA, f"[{_HIRAGANA}]"),
            _run(CharacterClass.KATAKANA, f"[{_KATAKANA}]"),
            _run(CharacterClass.WORD, f"[[{_WORD}]--[{_KANJI}{_HIRAGANA}{_KATAKANA}]]"),
            f"(?P<{CharacterClass.SEPARATOR.value}>[^{_KANJI}{_HIRAGANA}{_KATAKANA}{_WORD}]++)",
        )
    )
)


def runs(text: str) -> Iterator[Run]:
    """The runs of `text` from left to right; together they cover it."""
    for match in _RUNS.finditer(text):
        yield Run(CharacterClass(match.lastgroup), match.start(), match.end())


def class_of(character: str) -> CharacterClass:
    """The class of one character on its own."""
    return next(runs(character)).kind
