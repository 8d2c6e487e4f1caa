"""Did you mean: the existing names nearest to one that does not exist."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from operator import add

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import ChunkFilter
from grooveseek.text.fold import fold

MOST = 3
_LEAST_LIKENESS = 0.4
_GLOB_SYNTAX = frozenset("*?[]{}\\!")


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


def nearest_paths(snapshot: Snapshot, path: str) -> tuple[str, ...]:
    """Indexed documents whose paths are spelled like `path`."""
    return nearest(path, (document.path for document in snapshot.documents()))


def did_you_mean(names: Sequence[str]) -> str:
    """`; did you mean "a" or "b"?`, to be put behind what is wrong; empty without names."""
    if not names:
        return ""
    *before, last = (f'"{name}"' for name in names)
    return f"; did you mean {', '.join(before)} or {last}?" if before else f"; did you mean {last}?"


def unknown_fields(snapshot: Snapshot, where: ChunkFilter) -> Iterator[str]:
    """The keys of a filter that no frontmatter declares, one sentence each."""
    declared = snapshot.facts().declared_fields or ()
    for key in dict.fromkeys((*where.fields, *where.fields_not)):
        yield from _unknown("field", key, declared)


def unknown_places(snapshot: Snapshot, where: ChunkFilter) -> Iterator[str]:
    """The category, topic and paths of a filter that no document has, one sentence each. Reads every document."""
    if where.category is not None or where.topic is not None:
        groups = snapshot.topics()
        yield from _unknown("category", where.category, (group.category for group in groups))
        yield from _unknown("topic", where.topic, (group.topic for group in groups))
    for glob in where.path_globs:
        if not _GLOB_SYNTAX.intersection(glob) and snapshot.document(glob) is None:
            yield f'there is no document "{glob}"{did_you_mean(nearest_paths(snapshot, glob))}'


def _unknown(kind: str, wanted: str | None, existing: Iterable[str | None]) -> Iterator[str]:
    known = [name for name in existing if name is not None]
    if wanted is not None and wanted not in known:
        yield f'there is no {kind} "{wanted}"{did_you_mean(nearest(wanted, known))}'


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
