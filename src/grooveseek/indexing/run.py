"""Files to index: the one procedure behind `groove index`, `rebuild_index` and the Python API."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from grooveseek.errors import ModelError
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.indexing.lock import RUN_WAIT_SECONDS, held, lock_path
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Report, Summary
from grooveseek.indexing.settle import rules_of, settle_context_mode, settled
from grooveseek.indexing.state import Run
from grooveseek.indexing.texts import read_texts
from grooveseek.indexing.vectors import embed_pending
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.models.protocol import Embedder, Models


def run(
    kb: KnowledgeBase,
    index: Index,
    models: Models,
    options: IndexOptions,
    report: Report,
    *,
    stop: threading.Event | None = None,
    wait_seconds: float = RUN_WAIT_SECONDS,
) -> Summary:
    """Bring `index` up to date with the files of `kb`.

    Every commit is a whole document, so that a run that ends early (`stop`, an error, a kill) loses nothing and the
    next one goes on from there. With `options.force` a new generation is filled beside the old one and switched in at
    the end.
    Raises `GrooveError`: another run holds the lock, the root is gone, the model fails.
    """
    lock = lock_path(kb.index_path)
    with held(
        lock, wait_seconds=wait_seconds, on_wait=lambda holder: report.note(f"Waiting for an index run: {holder}")
    ):
        started = time.monotonic()
        beside = options.force and _documents(index) > 0
        target = index.begin_rebuild(Facts()) if beside else index
        try:
            summary = _fill(_begin(kb, target, options, report, stop), models, started)
        except BaseException:
            if beside:
                target.abandon_rebuild()
            raise
        if beside:
            target.commit_rebuild()
        return summary


def _documents(index: Index) -> int:
    with index.snapshot() as snapshot:
        return snapshot.stats().documents


def _begin(
    kb: KnowledgeBase, target: Index, options: IndexOptions, report: Report, stop: threading.Event | None
) -> Run:
    with target.snapshot() as snapshot:
        facts, chunks = snapshot.facts(), snapshot.stats().chunks
    mode = settle_context_mode(facts, chunks, options.context_mode, report.warning)
    begun = settled(facts, chunks, options, str(kb.root), mode)
    target.record(begun)
    return Run(kb, target, options, report, mode, begun, stop or threading.Event())


def _fill(run: Run, models: Models, started: float) -> Summary:
    if run.options.words_first:
        read_texts(run)
        _record(run, run_state="vectors")
        embedder = _embedder_if_pending(run, models)
    else:
        embedder = _embedder(models)
        read_texts(run, embedder)
    if embedder is not None:
        embed_pending(run, embedder)
        _record(run, model_build=embedder.build or None)
    run.index.compact()
    _record(run, run_state="complete", declared_fields=run.options.declared_fields, generations=rules_of(run.options))
    return _summary(run, started)


def _embedder_if_pending(run: Run, models: Models) -> Embedder | None:
    """A run that has nothing to embed does not wait for a model."""
    with run.index.snapshot() as snapshot:
        stats = snapshot.stats()
    if not stats.pending:
        return None
    run.report.note(f"{stats.documents} documents are searchable by words; {stats.pending} chunks wait for vectors")
    return _embedder(models)


def _embedder(models: Models) -> Embedder:
    embedder = models.embedder()
    if embedder is None:
        raise ModelError("the embedding model is not loaded; the index has words but no vectors until a run with it")
    return embedder


def _record(run: Run, **changes: object) -> None:
    with run.index.snapshot() as snapshot:
        facts = snapshot.facts()
    run.index.record(replace(facts, **changes))  # type: ignore[arg-type]


def _summary(run: Run, started: float) -> Summary:
    with run.index.snapshot() as snapshot:
        stats = snapshot.stats()
    counters = run.counters
    failure = None
    if run.options.fail_on_frontmatter_error and counters.frontmatter_unparsed:
        failure = (
            f"{counters.frontmatter_unparsed} files have frontmatter that cannot be parsed "
            "([index].fail_on_frontmatter_error is set); they are indexed without metadata"
        )
    return Summary(
        total_documents=stats.documents,
        total_chunks=stats.chunks,
        updated=counters.updated,
        renamed=counters.renamed,
        deleted=counters.deleted,
        skipped=counters.skipped,
        frontmatter_unparsed=counters.frontmatter_unparsed,
        duration_ms=round((time.monotonic() - started) * 1000),
        names_refused=counters.names_refused,
        skipped_paths=tuple(counters.skipped_paths),
        failure=failure,
    )
