"""The first half of a run: every file on disk against every row, text committed document by document."""

from __future__ import annotations

from dataclasses import replace

from grooveseek.errors import GrooveError
from grooveseek.index.protocol import Index
from grooveseek.indexing.rows import Sight, update_rows
from grooveseek.indexing.settle import completed, to_reread
from grooveseek.indexing.state import Removal, Run
from grooveseek.kb.exclusion import Exclusions, load_exclusions
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.look import Disk, look
from grooveseek.kb.walk import Walk, walk
from grooveseek.models.protocol import Embedder
from grooveseek.text.counted import counted

_FEW = 20


def read_texts(run: Run, embedder: Embedder | None = None) -> None:
    """Walk, rename, write what changed, remove what is gone. With `embedder`, vectors commit with the text."""
    exclusions = _exclusions(run)
    seen = _walk(run, exclusions)
    sight = sight_of(run.index, run.kb, seen, run.removal)
    if run.removal is Removal.UNCOLLECTED:
        sight = _with_overlooked(run, sight, exclusions)
    _refuse_empty_root(run, seen, len(sight.known))
    run.reread = to_reread(run.facts, run.options, sight.known)
    run.unread = any(_is_hidden(path, seen) for path in run.reread)
    update_rows(run, replace(sight, may_remove=lambda count: _may_remove(run, count, len(sight.known))), embedder)


def sight_of(index: Index, kb: KnowledgeBase, seen: Walk, removal: Removal) -> Sight:
    """What a walk saw, beside all rows."""
    with index.snapshot() as snapshot:
        known = snapshot.files()
    if removal is Removal.UNCOLLECTED:
        return Sight(seen.files, known, lambda path: not _is_hidden(path, seen))
    return Sight(seen.files, known, Disk(str(kb.root)).has_no_file)


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
            f"Recorded the declared frontmatter fields of {counted(refreshed, 'unchanged Markdown document')}, "
            "nothing embedded"
        )
    elif refreshed:
        run.report.note(f"Read {counted(refreshed, 'unchanged document')} again by newer rules")
    with run.index.snapshot() as snapshot:
        pending = snapshot.stats().pending
    run.record(replace(facts, run_state="vectors" if pending else "complete"))
    return pending


def _with_overlooked(run: Run, sight: Sight, exclusions: Exclusions) -> Sight:
    """A file that is replaced while its folder is listed may be left out of the list, and is not gone."""
    again = look(run.kb, exclusions, run.options.wants, dict.fromkeys(sight.gone(), False)).files
    if not again:
        return sight
    return replace(sight, files=sorted([*sight.files, *again], key=lambda found: found.path.split("/")))


def _exclusions(run: Run) -> Exclusions:
    exclusions = load_exclusions(run.kb)
    for line in exclusions.warnings:
        run.report.warning(f"warning: {line}")
    if exclusions.pattern_count:
        run.report.note(f"Applying .grooveignore from {run.kb.root} ({exclusions.pattern_count} pattern(s))")
    return exclusions


def _walk(run: Run, exclusions: Exclusions) -> Walk:
    seen = walk(run.kb, exclusions, run.options.wants)
    for line in seen.warnings:
        run.report.warning(f"warning: {line}")
    run.counters.names_refused = seen.names_refused
    run.report.found(len(seen.files), run.options.parsers.extensions)
    return seen


def _refuse_empty_root(run: Run, seen: Walk, documents: int) -> None:
    if documents and not seen.files and not any(run.kb.root.iterdir()):
        raise GrooveError(
            f"{run.kb.root} is empty although the index holds {counted(documents, 'document')} of it; nothing was "
            "removed. If the folder is a mount, mount it and run again; if it is meant to be empty, run with --force"
        )


def _may_remove(run: Run, gone: int, documents: int) -> bool:
    if run.removal is not Removal.FEW_MISSING or (gone < documents and gone <= max(_FEW, documents // 2)):
        return True
    run.report.warning(
        f"warning: {gone} of {counted(documents, 'document')} no longer on disk; nothing was removed. If they were "
        "deleted on purpose, `groove index` removes them"
    )
    return False


def _is_hidden(path: str, seen: Walk) -> bool:
    """True below a directory that could not be listed: not seen is not gone."""
    return path.startswith(seen.unreadable_prefixes)
