"""In which script a text is written."""

from __future__ import annotations

from typing import Literal

import regex

from grooveseek.text.classes import CharacterClass, runs

Script = Literal["Latin", "Japanese"]

_JAPANESE = {CharacterClass.KANJI, CharacterClass.HIRAGANA, CharacterClass.KATAKANA}
_ENOUGH = 0.1
"""Japanese texts are full of Latin names and terms; the other way round it is rare."""
_LETTER = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"\p{Latin}")


def script_of(text: str) -> Script | None:
    """Japanese from a tenth of kanji and kana on, otherwise Latin where most letters are; None for any other."""
    japanese = sum(run.end - run.start for run in runs(text) if run.kind in _JAPANESE)
    letters = len(_LETTER.findall(text))
    if japanese and japanese >= _ENOUGH * letters:
        return "Japanese"
    return "Latin" if 2 * len(_LATIN.findall(text)) > letters else None
