"""What a question is about, in pieces small enough to be found again in an answer that words it differently."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.search.query.function_words import only_connects
from grooveseek.text.classes import CharacterClass, runs
from grooveseek.text.fold import fold

_PIECE = 2


def content_words(text: str) -> tuple[str, ...]:
    """Folded words of scripts written with spaces, and pairs of characters of kanji and katakana runs.

    Function words and hiragana, which mostly connect, count only where there is nothing else.
    """
    telling = tuple(dict.fromkeys(_pieces(text, connecting=False)))
    return telling or tuple(dict.fromkeys(_pieces(text, connecting=True)))


def _pieces(text: str, *, connecting: bool) -> Iterator[str]:
    for run in runs(text):
        part = text[run.start : run.end]
        if run.kind is CharacterClass.SEPARATOR or not part.strip("-_"):
            continue
        if run.kind is CharacterClass.WORD:
            if connecting or not only_connects(part):
                yield fold(part)
        elif connecting or run.kind is not CharacterClass.HIRAGANA:
            folded = fold(part)
            yield from (folded[at : at + _PIECE] for at in range(max(1, len(folded) - _PIECE + 1)))
