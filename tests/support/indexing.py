"""A knowledge base on disk with its index, for tests of everything that brings the two in step."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grooveseek.documents.registry import ParserSet, parser_set
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, TextQuery
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Phase, Report, SilentReport, Summary
from grooveseek.indexing.run import run
from grooveseek.indexing.watcher import Mailbox, Subject, WatchSettings, watch
from grooveseek.indexing.watcher.mailbox import Work
from grooveseek.kb.exclusion import load_exclusions
from grooveseek.kb.knowledge_base import DEFAULT_EXCLUDE_DIRS, KnowledgeBase
from grooveseek.kb.walk import walk
from grooveseek.models.protocol import Embedder, Models
from support.index import contents_of
from support.models import GivenModels, HashEmbedder

PARSERS: Mapping[tuple[str, ...], ParserSet] = {ids: parser_set(ids) for ids in (("md",), ("md", "txt"))}


class Recorder(SilentReport):
    """Keeps all that a run tells."""

    def __init__(self) -> None:
        self.indexed_paths: list[tuple[str, int]] = []
        self.renames: list[tuple[str, str]] = []
        self.deletions: list[str] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.steps: list[tuple[Phase, int, int]] = []
        self.counts: list[tuple[int, tuple[str, ...]]] = []

    def found(self, count: int, extensions: tuple[str, ...]) -> None:
        self.counts.append((count, extensions))

    def indexed(self, path: str, chunks: int) -> None:
        self.indexed_paths.append((path, chunks))

    def renamed(self, old: str, new: str) -> None:
        self.renames.append((old, new))

    def deleted(self, path: str) -> None:
        self.deletions.append(path)

    def note(self, line: str) -> None:
        self.notes.append(line)

    def warning(self, line: str) -> None:
        self.warnings.append(line)

    def progress(self, phase: Phase, done: int, total: int) -> None:
        self.steps.append((phase, done, total))


@dataclass
class Base:
    """`root` and the index beside it. The embedder counts what it embeds."""

    root: Path
    embedder: Embedder = field(default_factory=HashEmbedder)
    settings: dict[str, Any] = field(default_factory=dict)
    """Of `IndexOptions`, for every run."""
    formats: tuple[str, ...] = ("md",)
    exclude_dirs: tuple[str, ...] = DEFAULT_EXCLUDE_DIRS
    report: Recorder = field(default_factory=Recorder)
    """Of the last run."""

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        self.index: Index = open_index(self.kb.index_path, create=True)

    @property
    def kb(self) -> KnowledgeBase:
        return KnowledgeBase(self.root, self.root.parent / ".groove.db", self.exclude_dirs)

    def write(self, files: Mapping[str, str | bytes], modified: int | None = None) -> None:
        """Whole files, each in one step: a watcher that saw one empty first would tell of that, too.

        `modified`: seconds since 1970.
        """
        for path, content in files.items():
            place = self.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            written = self.root.parent / ".written"
            written.write_bytes(content if isinstance(content, bytes) else content.encode())
            if modified is not None:
                os.utime(written, (modified, modified))
            written.replace(place)

    def options(self, **changes: Any) -> IndexOptions:
        model = {"model": self.embedder.identity, "dimension": self.embedder.dimension}
        return IndexOptions(**{"parsers": PARSERS[self.formats], **model, **self.settings, **changes})

    def run(self, report: Report | None = None, stop: threading.Event | None = None, **changes: Any) -> Summary:
        if report is None:
            report = self.report = Recorder()
        models = GivenModels(self.embedder)
        return run(self.kb, self.index, models, self.options(**changes), report, stop=stop, wait_seconds=0)

    @property
    def embedded(self) -> list[str]:
        """Every text embedded as a document so far."""
        assert isinstance(self.embedder, HashEmbedder)
        return self.embedder.documents

    def paths(self) -> list[str]:
        with self.index.snapshot() as snapshot:
            return [row.path for row in snapshot.documents()]

    def found(self, phrase: str) -> list[str]:
        """Contents of the chunks that hold `phrase`."""
        with self.index.snapshot() as snapshot:
            return contents_of(snapshot, snapshot.text_candidates(TextQuery((phrase,)), ChunkFilter(), 50))

    def hashes(self) -> dict[str, str]:
        """Of the files that a run would index, by path; of those with content, that is."""
        seen = walk(self.kb, load_exclusions(self.kb), self.options().wants)
        contents = {found.path: (self.root / found.path).read_bytes() for found in seen.files}
        return {path: hashlib.sha256(data).hexdigest() for path, data in contents.items() if data.strip()}

    def close(self) -> None:
        self.index.close()


_HOLD = """
import sys, time
from pathlib import Path
from grooveseek.indexing.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def holder_of(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock file `path` until it is killed."""
    process = subprocess.Popen([sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def counters(summary: Summary) -> tuple[int, int, int, int]:
    """(updated, renamed, deleted, skipped)."""
    return summary.updated, summary.renamed, summary.deleted, summary.skipped


def rows_of(index: Index) -> dict[str, Any]:
    """All that an index holds of each document but ids and times: equal for indexes that answer alike."""
    found: dict[str, Any] = {}
    with index.snapshot() as snapshot:
        declared = snapshot.facts().declared_fields or ()
        files = snapshot.files()
        for row in snapshot.documents():
            chunks = snapshot.chunks_of(row.document_id)
            vectors = snapshot.vectors_of([chunk.chunk_id for chunk in chunks])
            found[row.path] = {
                "document": _without(asdict(row), "document_id", "indexed_at"),
                "sha256": files[row.path].state.sha256,
                "chunks": [_without(asdict(chunk), "chunk_id", "document_id") for chunk in chunks],
                "vectors": [vectors[chunk.chunk_id].tolist() for chunk in chunks if chunk.chunk_id in vectors],
            }
        found["declared"] = {key: snapshot.field_counts()[key] for key in declared}
    return found


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in names}


class RestingMailbox(Mailbox):
    """Knows whether whoever takes from it has done all that was to be done."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = False
        self._waits = False

    def take(self, seconds: float) -> Work:
        with self._changed:
            self._waits = True
            work = super().take(seconds)
            self._waits = False
            self._begun |= bool(work)
            return work

    def rests(self) -> bool:
        """Not before it has looked at everything, as it does first."""
        with self._changed:
            return self._begun and self._waits and not self.holds_work()


@dataclass
class Watcher:
    """A watcher of `base` in a thread, and what it said."""

    base: Base
    lines: list[str]
    stop: threading.Event
    mailbox: RestingMailbox = field(default_factory=RestingMailbox)

    def start(self, models: Models | None = None, **settings: Any) -> threading.Thread:
        """Quick about it; events alone make it look, unless told otherwise."""
        patience = WatchSettings(**{"debounce_ms": 60, "reconcile_seconds": 3600.0, **settings})
        subject = Subject(self.base.kb, self.base.index, models or GivenModels(self.base.embedder), self.base.options)
        thread = threading.Thread(target=watch, args=(subject, patience, self.lines.append, self.stop, self.mailbox))
        thread.start()
        return thread

    def wait_for(self, holds: Callable[[], bool], seconds: float = 20) -> None:
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, self.lines
            time.sleep(0.02)

    def wait_for_line(self, beginning: str) -> None:
        self.wait_for(lambda: any(line.startswith(beginning) for line in self.lines))

    def settle(self, seconds: float = 30) -> None:
        """Wait until all that was changed so far is followed, vectors included, and told."""
        self.wait_for(lambda: self._is_in_step() and self.mailbox.rests() and self._is_in_step(), seconds)

    def _is_in_step(self) -> bool:
        with self.base.index.snapshot() as snapshot:
            if snapshot.stats().pending:
                return False
            known = {path: file.state.sha256 for path, file in snapshot.files().items()}
        return known == self.base.hashes()


@contextmanager
def watching(base: Base, models: Models | None = None, *, at_rest: bool = True, **settings: Any) -> Iterator[Watcher]:
    """A watcher of `base` that has begun.

    `at_rest`: and is over the look at everything with which it begins, so that what follows is seen by events.
    """
    watcher = Watcher(base, [], threading.Event())
    thread = watcher.start(models, **settings)
    try:
        watcher.wait_for_line("watcher: watching")
        if at_rest:
            watcher.wait_for(watcher.mailbox.rests)
        yield watcher
    finally:
        watcher.stop.set()
        thread.join(40)
        assert not thread.is_alive()
