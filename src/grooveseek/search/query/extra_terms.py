"""Words too short for a phrase (`AI`, `評価`, `雨`) and words held together by symbols (`C#`, `1.80`, emoji)."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from grooveseek.search.query.phrases import FLOOR, distinct, groups
from grooveseek.search.query.segments import Segment, trim
from grooveseek.text.classes import CharacterClass, Run, runs
from grooveseek.text.function_words import only_connects

_JOINERS = frozenset(".#+'’/:&@")
_SUFFIX = regex.compile(r"[#+]+")
_PICTURES = regex.compile(r"\p{RI}\p{RI}|\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u200D\p{So}]*")
_SAYS_SOMETHING = regex.compile(r"[\p{L}\p{N}]")


def extra_terms(segments: tuple[Segment, ...], most: int, *, alone: bool) -> tuple[str, ...]:
    """At most `most` different terms of the positive segments, each a substring of the query.

    `alone`: the query has no phrase of its own, so words that usually only connect others count as well.
    """
    positive = [segment for segment in segments if not segment.excluded]
    telling = distinct((term for segment in positive for term in _telling(segment)), most)[0]
    if telling or not alone:
        return telling
    return distinct((word for segment in positive for word in _connecting(segment.text)), most)[0]


def _telling(segment: Segment) -> Iterator[str]:
    if segment.quoted:
        if len(segment.text) < FLOOR and trim(segment.text).strip("\0"):
            yield segment.text
        return
    yield from _PICTURES.findall(segment.text)
    joined = list(_joined_words(segment.text))
    yield from (segment.text[start:end] for start, end in joined)
    for group in groups(segment.text):
        free = [run for run in group if not any(start <= run.start < end for start, end in joined)]
        yield from _short_words(segment.text, free)


def _connecting(text: str) -> Iterator[str]:
    for group in groups(text):
        word = text[group[0].start : group[-1].end]
        if len(word) < FLOOR and _SAYS_SOMETHING.search(word):
            yield word


def _short_words(text: str, group: list[Run]) -> Iterator[str]:
    if not group:
        return
    word = text[group[0].start : group[-1].end]
    if len(word) < FLOOR:
        if not _says_little(word, group):
            yield word
        return
    for run in group:
        part = text[run.start : run.end]
        if len(part) < FLOOR and _stands_for_itself(part, run.kind):
            yield part


def _says_little(word: str, group: list[Run]) -> bool:
    if all(run.kind is CharacterClass.HIRAGANA for run in group) or not _SAYS_SOMETHING.search(word):
        return True
    return only_connects(word)


def _stands_for_itself(part: str, kind: CharacterClass) -> bool:
    """Whether a short run is a word of its own: `AI` and `評価` in `AIの評価は`, but not `使` in `使い方`."""
    if kind is CharacterClass.WORD:
        return _SAYS_SOMETHING.search(part) is not None
    return kind is not CharacterClass.HIRAGANA and len(part) == FLOOR - 1


def _joined_words(text: str) -> Iterator[tuple[int, int]]:
    """Where word runs are held together by symbols and one of them is too short to be found without them."""
    parts = list(runs(text))
    at = 0
    while at < len(parts):
        last = at
        if parts[at].kind is CharacterClass.WORD:
            while _joins(text, parts[last + 1 : last + 3]):
                last += 2
            end = _with_suffix(text, parts[last].end)
            short = any(part.end - part.start < FLOOR for part in parts[at : last + 1 : 2])
            if short and end > parts[at].end:
                yield parts[at].start, end
        at = last + 1


def _joins(text: str, following: list[Run]) -> bool:
    if len(following) < 2 or following[1].kind is not CharacterClass.WORD:
        return False
    return set(text[following[0].start : following[0].end]) <= _JOINERS


def _with_suffix(text: str, end: int) -> int:
    suffix = _SUFFIX.match(text, end)
    return suffix.end() if suffix else end
