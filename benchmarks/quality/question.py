"""A question of which the answer is known."""

from __future__ import annotations

from dataclasses import dataclass

from grooveseek.quality.golden.set import Expected
from grooveseek.text.classes import CharacterClass, runs

OTHER_SIDE = {"en": "ja", "ja": "en"}
"""The folders of a bilingual documentation, and where the same page is in the other language."""


@dataclass(frozen=True, slots=True)
class Question:
    """`globs`: where the answer is looked for; everywhere when empty."""

    text: str
    expected: tuple[Expected, ...]
    globs: tuple[str, ...] = ()

    @property
    def script(self) -> str:
        japanese = {CharacterClass.KANJI, CharacterClass.HIRAGANA, CharacterClass.KATAKANA}
        return "Japanese" if any(run.kind in japanese for run in runs(self.text)) else "Latin"
