"""How a run begins: what the index records of itself is checked, and settled for the rows to come."""

from __future__ import annotations

from dataclasses import replace

from grooveseek.index.identity import Identity, check_identity, check_root, check_root_of_run
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Report
from grooveseek.indexing.settle import settle_context_mode, settled, warn_of_settings
from grooveseek.indexing.state import Run
from grooveseek.kb.knowledge_base import KnowledgeBase

REPAIR = "groove index --force"


def begin_run(kb: KnowledgeBase, index: Index, options: IndexOptions, report: Report) -> Run:
    """A run over the whole knowledge base. Raises `IdentityMismatchError`."""
    facts, chunks = _recorded(index)
    with index.snapshot() as snapshot:
        check_root_of_run(facts, kb.root, kb.index_path, snapshot.files)
    _check(facts, options)
    mode = settle_context_mode(facts, chunks, options.context_mode, report)
    if chunks:
        warn_of_settings(facts, options, report.warning)
    if facts.root is not None and facts.root != str(kb.root):
        report.note(f"The index of {facts.root} goes on as that of {kb.root}")
    run = Run(kb, index, options, report, mode, facts, busy="text")
    run.record(settled(facts, chunks, options, str(kb.root), mode))
    return run


def begin_update(kb: KnowledgeBase, index: Index, options: IndexOptions, report: Report) -> Run:
    """Work on a few files of an index as it is: its mode, its declared fields. Raises `IdentityMismatchError`."""
    facts, chunks = _recorded(index)
    check_root(facts, kb.root, kb.index_path)
    _check(facts, options)
    if facts.model is None:
        mode = settle_context_mode(facts, chunks, options.context_mode, report)
        run = Run(kb, index, options, report, mode, facts, busy=facts.run_state)
        run.record(settled(facts, chunks, options, str(kb.root), mode))
        return run
    mode = "static" if facts.context_mode == "static" else "off"
    declared = options.declared_fields if facts.declared_fields is None else facts.declared_fields
    options = replace(options, force=False, declared_fields=declared)
    return Run(kb, index, options, report, mode, facts, busy=facts.run_state)


def _recorded(index: Index) -> tuple[Facts, int]:
    with index.snapshot() as snapshot:
        return snapshot.facts(), snapshot.stats().chunks


def _check(facts: Facts, options: IndexOptions) -> None:
    if not options.force:
        check_identity(facts, Identity(options.model, options.dimension), REPAIR)
