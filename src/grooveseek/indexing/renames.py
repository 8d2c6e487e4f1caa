"""Which vanished documents live on under a new path: paired by content hash, never by guess."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence

from grooveseek.documents.document import Document
from grooveseek.documents.titles import category_of, topic_of
from grooveseek.index.records import DocumentRow, FileState, Rename
from grooveseek.kb.walk import Found


def pair_renames(
    vanished: Mapping[str, FileState], appeared: Sequence[Found], hash_of: Callable[[Found], str | None]
) -> list[Rename]:
    """Each vanished path, in path order, takes the first unused new path of the same hash.

    `hash_of` gives the hex SHA-256 of a file on disk, or None where it cannot be read; it is asked only of files whose
    size some vanished document had.
    """
    sizes = {state.size for state in vanished.values()}
    by_hash: defaultdict[str, deque[str]] = defaultdict(deque)
    for found in sorted(appeared, key=lambda file: file.path):
        if found.size in sizes and (digest := hash_of(found)):
            by_hash[digest].append(found.path)
    return [
        Rename(old, by_hash[state.sha256].popleft())
        for old, state in sorted(vanished.items())
        if state.sha256 and by_hash.get(state.sha256)
    ]


def moved_metadata(row: DocumentRow, new: str) -> Document:
    """What a row says of its path, said of the new path instead. A topic written in frontmatter stays."""
    from_path = row.topic is None or row.topic == topic_of(row.path)
    return Document(
        path=new,
        chunks=(),
        title=row.title,
        category=category_of(new),
        topic=topic_of(new) if from_path else row.topic,
    )
