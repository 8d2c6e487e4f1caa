"""The first half of a run: every file on disk against every row, text committed document by document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grooveseek.documents.titles import title_from_file_name
from grooveseek.errors import GrooveError
from grooveseek.index.records import IndexedFile, Rename
from grooveseek.indexing.file import file_hash, index_file
from grooveseek.indexing.renames import moved_metadata, pair_renames
from grooveseek.indexing.settle import to_reread
from grooveseek.indexing.state import Run
from grooveseek.kb.exclusion import load_exclusions
from grooveseek.kb.walk import Found, Walk, walk
from grooveseek.models.protocol import Embedder


def read_texts(run: Run, embedder: Embedder | None = None) -> None:
    """Walk, rename, write what changed, remove what is gone. With `embedder`, vectors commit with the text."""
    seen = _walk(run)
    with run.index.snapshot() as snapshot:
        known = dict(snapshot.files())
    _refuse_mass_deletion(run, seen, known)
    run.reread = to_reread(run.recorded, run.options, known)
    if not run.options.force:
        known = _rename(run, seen, known)
    skipped = _write_files(run, seen.files, known, embedder)
    if run.touched:
        run.index.touch(run.touched)
    _sweep(run, seen, known, skipped)
    if run.counters.refreshed:
        run.report.note(f"Read {run.counters.refreshed} unchanged documents again because a rule or setting changed")


def _walk(run: Run) -> Walk:
    exclusions = load_exclusions(run.kb)
    for line in exclusions.warnings:
        run.report.warning(f"warning: {line}")
    if exclusions.pattern_count:
        run.report.note(f"Applying .grooveignore from {run.kb.root} ({exclusions.pattern_count} patterns)")
    seen = walk(run.kb, exclusions, lambda path: run.options.parsers.format_of(path) is not None)
    for line in seen.warnings:
        run.report.warning(f"warning: {line}")
    run.counters.names_refused = seen.names_refused
    run.report.found(len(seen.files), run.options.parsers.extensions)
    return seen


def _refuse_mass_deletion(run: Run, seen: Walk, known: Mapping[str, IndexedFile]) -> None:
    if known and not seen.files and not any(run.kb.root.iterdir()):
        raise GrooveError(
            f"{run.kb.root} is empty although the index holds {len(known)} documents of it; nothing was removed. "
            "If the folder is a mount, mount it and run again; if it is meant to be empty, run with --force"
        )


def _rename(run: Run, seen: Walk, known: dict[str, IndexedFile]) -> dict[str, IndexedFile]:
    present = {found.path for found in seen.files}
    vanished = {
        path: entry.state for path, entry in known.items() if path not in present and not _protected(path, seen)
    }
    pairs = pair_renames(vanished, [file for file in seen.files if file.path not in known], lambda f: file_hash(run, f))
    if not pairs:
        return known
    run.index.rename(pairs, {pair.new: moved_metadata(known[pair.old].document, pair.new) for pair in pairs})
    run.counters.renamed += len(pairs)
    for pair in pairs:
        run.report.renamed(pair.old, pair.new)
    with run.index.snapshot() as snapshot:
        known = dict(snapshot.files())
    run.reread |= {pair.new for pair in pairs if _must_reread(run, pair, known[pair.new])}
    return known


def _must_reread(run: Run, pair: Rename, moved: IndexedFile) -> bool:
    """The file name is part of what a breadcrumb or a title taken from it says; another format reads other chunks."""
    old, new = (run.options.parsers.format_of(path) for path in (pair.old, pair.new))
    titled_by_name = moved.document.title == title_from_file_name(pair.old) != title_from_file_name(pair.new)
    return run.context_mode == "static" or old is not new or titled_by_name


def _write_files(
    run: Run, files: Sequence[Found], known: Mapping[str, IndexedFile], embedder: Embedder | None
) -> frozenset[str]:
    """Gives the paths that were skipped: their rows are kept."""
    skipped = set()
    for position, found in enumerate(files, start=1):
        run.check_stop()
        if index_file(run, found, known.get(found.path), embedder) == "skipped":
            skipped.add(found.path)
        run.report.progress("text", position, len(files))
    return frozenset(skipped)


def _sweep(run: Run, seen: Walk, known: Mapping[str, IndexedFile], skipped: frozenset[str]) -> None:
    present = {found.path for found in seen.files} | skipped
    gone = sorted(path for path in known if path not in present and not _protected(path, seen))
    for path in gone:
        run.check_stop()
        run.index.remove_documents([path])
        run.counters.deleted += 1
        run.report.deleted(path)


def _protected(path: str, seen: Walk) -> bool:
    """True below a directory that could not be listed: not seen is not gone."""
    return any(path.startswith(prefix) for prefix in seen.unreadable_prefixes)
