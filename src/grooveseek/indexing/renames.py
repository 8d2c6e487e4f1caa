"""Which vanished documents live on under a new path: paired by content hash, never by guess."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence

from grooveseek.documents.document import Document
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.index.records import DocumentRow, FileState, Rename
from grooveseek.indexing.reading import UNTRUSTED_MTIME, file_hash, same_stat
from grooveseek.indexing.state import Run
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


class Hashes:
    """Hashes of files that have no row: known where a vanished document was this very file, else read."""

    def __init__(self, run: Run, vanished: Mapping[str, FileState]) -> None:
        self._run = run
        # Some file systems number nothing and give every file the inode 0.
        self._by_inode = {state.inode: state for state in vanished.values() if state.inode}

    def __call__(self, found: Found) -> str | None:
        state = self._by_inode.get(found.inode)
        if state is not None and (same_stat(state, found) or self._was_over_cap(state, found)):
            return state.sha256
        return file_hash(self._run, found)

    def _was_over_cap(self, state: FileState, found: Found) -> bool:
        """A file that is not let in cannot be read to be recognised; nothing of its row depends on its bytes."""
        cap = self._run.options.cap_of(found.path)
        return cap is not None and found.size > cap and (state.size, state.mtime_ns) == (found.size, UNTRUSTED_MTIME)


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


def must_reread(run: Run, old: DocumentRow, new: str) -> bool:
    """Whether what is stored of the document may differ from what its file says under its new name."""
    format_of = run.options.parsers.format_of
    if run.context_mode == "static" or format_of(old.path) is not format_of(new):
        return True
    old_title = title_from_file_name(old.path)
    if old.title in {None, old_title} and old_title != title_from_file_name(new):
        return True
    # The same word may come from frontmatter, where it stays, or from the path, where it does not.
    path_topic = topic_of(old.path)
    return path_topic is not None and old.topic == path_topic != topic_of(new)
