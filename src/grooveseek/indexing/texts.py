"""The first half of a run: every file on disk against every row, text committed document by document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grooveseek.errors import GrooveError
from grooveseek.index.records import IndexedFile
from grooveseek.indexing.rows import Sight, update_rows
from grooveseek.indexing.settle import completed, to_reread
from grooveseek.indexing.state import Run
from grooveseek.kb.exclusion import load_exclusions
from grooveseek.kb.walk import Walk, walk
from grooveseek.models.protocol import Embedder


def read_texts(run: Run, embedder: Embedder | None = None) -> None:
    """Walk, rename, write what changed, remove what is gone. With `embedder`, vectors commit with the text."""
    seen = _walk(run)
    with run.index.snapshot() as snapshot:
        known = snapshot.files()
    _refuse_empty_root(run, seen, known)
    run.reread = to_reread(run.facts, run.options, known)
    run.unread = any(is_hidden(path, seen) for path in run.reread)
    update_rows(run, Sight(seen.files, known, lambda path: not is_hidden(path, seen)), embedder)


def finish_texts(run: Run) -> int:
    """Record that every file is in step with the rules in force. Gives the number of chunks that wait for a vector."""
    refreshed, facts = run.counters.refreshed, run.facts
    if run.unread:
        run.report.warning(
            "warning: some documents could not be read again after a change of rules or of groove-schema.toml; "
            "the next run reads all of them once more"
        )
    else:
        facts = completed(facts, run.options)
    if refreshed and run.facts.declared_fields is None:
        run.report.note(
            f"Recorded the declared frontmatter fields of {refreshed} unchanged Markdown document(s), nothing embedded"
        )
    elif refreshed:
        run.report.note(f"Read {refreshed} unchanged document(s) again by newer rules")
    with run.index.snapshot() as snapshot:
        pending = snapshot.stats().pending
    run.record(replace(facts, run_state="vectors" if pending else "complete"))
    return pending


def _walk(run: Run) -> Walk:
    exclusions = load_exclusions(run.kb)
    for line in exclusions.warnings:
        run.report.warning(f"warning: {line}")
    if exclusions.pattern_count:
        run.report.note(f"Applying .grooveignore from {run.kb.root} ({exclusions.pattern_count} pattern(s))")
    seen = walk(run.kb, exclusions, run.options.wants)
    for line in seen.warnings:
        run.report.warning(f"warning: {line}")
    run.counters.names_refused = seen.names_refused
    run.report.found(len(seen.files), run.options.parsers.extensions)
    return seen


def _refuse_empty_root(run: Run, seen: Walk, known: Mapping[str, IndexedFile]) -> None:
    if known and not seen.files and not any(run.kb.root.iterdir()):
        raise GrooveError(
            f"{run.kb.root} is empty although the index holds {len(known)} documents of it; nothing was removed. "
            "If the folder is a mount, mount it and run again; if it is meant to be empty, run with --force"
        )


def is_hidden(path: str, seen: Walk) -> bool:
    """True below a directory that could not be listed: not seen is not gone."""
    return path.startswith(seen.unreadable_prefixes)
