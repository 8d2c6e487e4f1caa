"""Which of many names are spelled like one that somebody gave."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from operator import add

from grooveseek.text.fold import fold

MOST = 3
_LEAST_LIKENESS = 0.4


def nearest(wanted: str, known: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """Those of `known` that are spelled like `wanted`, most alike first; none where nothing is.

    Alike is what shares pairs of neighbouring characters (Dice's coefficient over both, after folding); a path also
    by its file name alone, so that a file in another folder is found.
    """
    asked, asked_name = _pairs(wanted), _pairs(_file_name(wanted))
    scored = []
    for name in set(known):
        likeness = max(_dice(asked, _pairs(name)), _dice(asked_name, _pairs(_file_name(name))) - 0.1)
        if likeness >= _LEAST_LIKENESS:
            scored.append((-likeness, name))
    return tuple(name for _, name in heapq.nsmallest(most, scored))


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _pairs(name: str) -> set[str]:
    """Neighbouring characters, both ends counting as one; what separates words is all alike, an extension one piece."""
    stem, dot, extension = fold(name).rpartition(".")
    if not stem or "/" in extension:
        stem, dot, extension = fold(name), "", ""
    spaced = f" {stem.replace('-', ' ').replace('_', ' ')} "
    # A slip is compared with every document there is, so this has to be the fastest way.
    pairs = set(map(add, spaced, spaced[1:]))
    if dot:
        pairs.add(dot + extension)
    return pairs


def _dice(one: set[str], other: set[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
