"""What a question is about, in pieces small enough to be found again in an answer that words it differently."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grooveseek.text.classes import CharacterClass, runs
from grooveseek.text.fold import fold
from grooveseek.text.function_words import only_connects

_PIECE = 2
_HYPHENS = re.compile(r"[-_]+")
_LONG_VOWEL = "ー"


def content_words(text: str) -> tuple[str, ...]:
    """Folded words of scripts written with spaces, parts of compounds each; pairs of kanji; katakana words.

    A katakana word goes without the long vowel at its end, which not everybody writes. Function words and hiragana,
    which mostly connect, count only where there is nothing else.
    """
    telling = tuple(dict.fromkeys(_pieces(text, connecting=False)))
    return telling or tuple(dict.fromkeys(_pieces(text, connecting=True)))


def _pieces(text: str, *, connecting: bool) -> Iterator[str]:
    for run in runs(text):
        part = text[run.start : run.end]
        if run.kind is CharacterClass.WORD:
            words = filter(None, _HYPHENS.split(part))
            yield from (fold(word) for word in words if connecting or not only_connects(word))
        elif run.kind is CharacterClass.KATAKANA:
            folded = fold(part)
            yield folded.rstrip(_LONG_VOWEL) or folded
        elif run.kind is CharacterClass.KANJI or (connecting and run.kind is CharacterClass.HIRAGANA):
            folded = fold(part)
            yield from (folded[at : at + _PIECE] for at in range(max(1, len(folded) - _PIECE + 1)))
