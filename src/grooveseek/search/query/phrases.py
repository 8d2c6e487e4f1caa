"""The phrases of a segment: stretches of the query that a chunk has to hold as they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grooveseek.search.query.segments import Segment
from grooveseek.text.classes import CharacterClass, Run, runs

FLOOR = 3
"""Characters a phrase needs: the text leg finds three neighbouring characters at a time."""


def phrases_of(segment: Segment) -> tuple[str, ...]:
    """All phrases of `segment`, longer units before the parts they were joined from; repetitions included."""
    if segment.quoted:
        return (segment.text,) if usable(segment.text) else ()
    return tuple(phrase for group in groups(segment.text) for phrase in _phrases_of_group(segment.text, group))


def usable(text: str) -> bool:
    return len(text) >= FLOOR and "\0" not in text


def groups(text: str) -> Iterator[list[Run]]:
    """The stretches of `text` between separators, each as its runs of one character class."""
    group: list[Run] = []
    for run in runs(text):
        if run.kind is not CharacterClass.SEPARATOR:
            group.append(run)
        elif group:
            yield group
            group = []
    if group:
        yield group


def distinct(texts: Iterable[str], most: int) -> tuple[tuple[str, ...], int]:
    """The first `most` different texts, and how many different ones came behind them."""
    kept = tuple(dict.fromkeys(texts))
    return kept[:most], max(0, len(kept) - most)


def _phrases_of_group(text: str, group: list[Run]) -> list[str]:
    parts = [text[run.start : run.end] for run in group]
    phrases: list[str] = []
    unit: int | None = None
    at = 0
    while at < len(parts):
        joined, after = _join(parts, at)
        if len(joined) < FLOOR:
            if unit is not None:
                phrases.insert(unit, phrases[unit] + joined)
            break
        unit = len(phrases)
        phrases.append(joined)
        if after - at > 1 and len(parts[after - 1]) >= FLOOR:
            phrases.append(parts[after - 1])
        at = after
    return phrases


def _join(parts: list[str], at: int) -> tuple[str, int]:
    joined = parts[at]
    at += 1
    while len(joined) < FLOOR and at < len(parts):
        joined += parts[at]
        at += 1
    return joined, at
