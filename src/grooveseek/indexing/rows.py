"""Rows are made to say what was seen on disk: moved, written, removed, in that order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from grooveseek.index.records import IndexedFile
from grooveseek.indexing.file import index_file
from grooveseek.indexing.reading import UNTRUSTED_MTIME, same_stat
from grooveseek.indexing.renames import Hashes, moved_metadata, must_reread, pair_renames
from grooveseek.indexing.state import Run
from grooveseek.kb.walk import Found
from grooveseek.models.protocol import Embedder


@dataclass(frozen=True, slots=True)
class Sight:
    """Files as they are on disk, beside the rows that they and vanished ones have."""

    files: Sequence[Found]
    known: Mapping[str, IndexedFile]
    is_gone: Callable[[str], bool]
    """Whether a row's file that is not among `files` has left the knowledge base: not seen is not always gone."""
    may_remove: Callable[[int], bool] = lambda _: True
    """Whether so many rows may be removed; asked before the first of them is."""

    def gone(self) -> list[str]:
        """Paths of rows without a file, sorted."""
        present = {found.path for found in self.files}
        return sorted(path for path in self.known if path not in present and self.is_gone(path))

    def has_news(self, judged: Mapping[str, Found]) -> bool:
        """Whether any row may have to change."""
        return any(judged.get(found.path) != found and not self._is_known(found) for found in self.files) or bool(
            self.gone()
        )

    def _is_known(self, found: Found) -> bool:
        row = self.known.get(found.path)
        return row is not None and same_stat(row.state, found)


def update_rows(run: Run, sight: Sight, embedder: Embedder | None = None) -> None:
    """With `embedder`, text and vectors of a document commit together; otherwise new chunks wait for theirs."""
    old_names: Mapping[str, str] = {}
    if not run.options.force:
        sight, old_names = _rename(run, sight)
    skipped = _write(run, sight, embedder)
    refusals = run.refusals.after(sight.files, sight.is_gone)
    if refusals != run.refusals.earlier:
        run.index.remember_refusals(refusals)
    if run.touched:
        run.index.touch(run.touched)
        run.touched.clear()
    gone = [*sight.gone(), *(path for path in skipped if _reads_otherwise(run, old_names.get(path), path))]
    if gone and sight.may_remove(len(gone)):
        _remove(run, gone)


def _rename(run: Run, sight: Sight) -> tuple[Sight, Mapping[str, str]]:
    """What is seen after the moves, and the old name of each row that moved by its new one."""
    vanished = {path: sight.known[path].state for path in sight.gone()}
    appeared = [found for found in sight.files if found.path not in sight.known]
    pairs = pair_renames(vanished, appeared, Hashes(run, vanished))
    if not pairs:
        return sight, {}
    known = dict(sight.known)
    rows = {pair: known.pop(pair.old) for pair in pairs}
    reread = {pair: row.state for pair, row in rows.items() if must_reread(run, row.document, pair.new)}
    # Forgetting the hashes comes first: whatever happens before these files are read again, they will be.
    run.index.touch({pair.old: replace(state, mtime_ns=UNTRUSTED_MTIME, sha256="") for pair, state in reread.items()})
    run.changing().rename(pairs, {pair.new: moved_metadata(row.document, pair.new) for pair, row in rows.items()})
    run.moved.update({pair.new: state.sha256 for pair, state in reread.items()})
    for pair in pairs:
        run.counters.renamed += 1
        run.report.renamed(pair.old, pair.new)
    with run.index.snapshot() as snapshot:
        known.update(snapshot.files_at(pair.new for pair in pairs))
    return replace(sight, known=known), {pair.new: pair.old for pair in pairs}


def _write(run: Run, sight: Sight, embedder: Embedder | None) -> list[str]:
    """The paths that were skipped: their rows are kept as they were."""
    skipped = []
    for position, found in enumerate(sight.files, start=1):
        run.check_stop()
        if index_file(run, found, sight.known.get(found.path), embedder) == "skipped":
            skipped.append(found.path)
            run.unread |= found.path in run.reread
        run.report.progress("text", position, len(sight.files))
    return skipped


def _reads_otherwise(run: Run, old: str | None, new: str) -> bool:
    """Whether a row moved to a name of another format, whose parser would not have made these chunks."""
    format_of = run.options.parsers.format_of
    return old is not None and format_of(old) is not format_of(new)


def _remove(run: Run, gone: Sequence[str]) -> None:
    for path in gone:
        run.check_stop()
        run.changing().remove_documents([path])
        run.counters.deleted += 1
        run.report.deleted(path)
