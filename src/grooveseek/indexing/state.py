"""What one run carries from step to step."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from grooveseek.documents.passage import ContextMode
from grooveseek.errors import GrooveError
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts, FileState
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Report
from grooveseek.kb.knowledge_base import KnowledgeBase

_SKIPPED_PATHS_KEPT = 5


class CancelledError(GrooveError):
    """The run was asked to stop; what it had committed stays and the next run goes on from there."""

    def __init__(self) -> None:
        super().__init__("the index run was stopped; what it committed is kept and the next run goes on from there")


@dataclass(slots=True)
class Counters:
    updated: int = 0
    refreshed: int = 0
    """Unchanged files read again because a rule or setting changed."""
    renamed: int = 0
    deleted: int = 0
    skipped: int = 0
    frontmatter_unparsed: int = 0
    names_refused: int = 0
    skipped_paths: list[str] = field(default_factory=list)

    def skip(self, path: str) -> None:
        self.skipped += 1
        if len(self.skipped_paths) < _SKIPPED_PATHS_KEPT:
            self.skipped_paths.append(path)


@dataclass(slots=True)
class Run:
    """One run over one generation of one index."""

    kb: KnowledgeBase
    index: Index
    options: IndexOptions
    report: Report
    context_mode: ContextMode
    """The mode the index is in, which may differ from the configured one."""
    recorded: Facts
    """What the index says of itself while the run goes on; `generations` are still those its rows were made by."""
    stop: threading.Event = field(default_factory=threading.Event)
    counters: Counters = field(default_factory=Counters)
    touched: dict[str, FileState] = field(default_factory=dict)
    """Newer file states of documents whose bytes did not change, written in one go."""
    reread: frozenset[str] = frozenset()
    """Unchanged documents that a new rule or setting makes it read again once."""

    def check_stop(self) -> None:
        if self.stop.is_set():
            raise CancelledError
