"""Did you mean: a sentence for each name that a filter gives and the index does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import ChunkFilter
from grooveseek.search.likeness import nearest

_GLOB_SYNTAX = frozenset("*?[]{}\\!")


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
