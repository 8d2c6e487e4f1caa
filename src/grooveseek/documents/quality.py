"""The quality score of a chunk: how likely its text is a stub that nobody wants as an answer."""

from __future__ import annotations

import unicodedata

_SHORT_COLUMNS = 30
_UNSTRUCTURED_COLUMNS = 80

_BOILERPLATE = frozenset(
    {
        "tbd", "todo", "wip", "n/a", "coming soon",
        "未定", "準備中", "(準備中)", "詳細は後述", "詳細は後述する", "ここに書く", "後で書く", "後述",
    }
)  # fmt: skip


def quality_score(content: str, *, brief_is_fine: bool = False) -> float:
    """0.0 (stub) to 1.0 for the content of one chunk; its heading is not looked at.

    `brief_is_fine` lifts the penalties on length and structure: a definition in source code, a slide or a worksheet
    says something however short it is. Lengths are columns: a kanji, kana or Hangul syllable says about as much as two
    Latin letters, and is as wide.
    """
    text = content.strip()
    penalty = 0.0
    if _is_boilerplate(text):
        penalty += 0.5
    if not brief_is_fine:
        if _is_under(text, _SHORT_COLUMNS):
            penalty += 0.6
        if "\n" not in text and _is_under(text, _UNSTRUCTURED_COLUMNS):
            penalty += 0.3
    return round(max(0.0, 1.0 - penalty), 2)


def _is_under(text: str, columns: int) -> bool:
    return len(text) < columns > sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _is_boilerplate(text: str) -> bool:
    bare = text.rstrip(".。、, \t")
    return (bare.lower() if bare.isascii() else bare) in _BOILERPLATE
