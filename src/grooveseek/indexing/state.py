"""What one run carries from step to step."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from grooveseek.documents.passage import ContextMode
from grooveseek.errors import GrooveError
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts, FileState
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.refusals import Refusals
from grooveseek.indexing.report import Report
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.walk import Found

_SKIPPED_PATHS_KEPT = 5


class CancelledError(GrooveError):
    """The run was asked to stop."""

    def __init__(self, left: str = "what it committed is kept and the next run goes on from there") -> None:
        super().__init__(f"the index run was stopped; {left}")


class Removal(Enum):
    """Which rows a run over the whole knowledge base removes."""

    UNCOLLECTED = auto()
    """All whose files a walk does not collect: for a run that somebody asked for."""
    MISSING = auto()
    """Those whose files are not on disk; what a new setting or rule leaves out stays."""
    FEW_MISSING = auto()
    """The same unless it were most of them: nobody saw them go, so that a mount may be missing."""


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
    inputs_refused: int = 0
    """Files of which an endpoint would not embed something."""
    refused_at_once: bool = False
    """Whether one of them was refused with its first batch."""
    batch_accepted: bool = False
    """Whether an endpoint accepted anything at all."""

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
    facts: Facts
    """What the index says of itself at present; `generations` are those its rows were made by."""
    busy: str | None
    """The `run_state` that is recorded with the first change of a row."""
    stop: threading.Event = field(default_factory=threading.Event)
    judged: dict[str, Found] = field(default_factory=dict)
    """Files that gave no row, as they were when that was found out; they are read again once they change.
    One that outlives the run spares the next one of the same process the reading."""
    refusals: Refusals = field(init=False)
    """The same over runs and processes, where it depends on nothing but the file and the rules."""
    removal: Removal = Removal.UNCOLLECTED
    counters: Counters = field(default_factory=Counters)
    touched: dict[str, FileState] = field(default_factory=dict)
    """Newer file states of documents whose bytes did not change, written in one go."""
    reread: frozenset[str] = frozenset()
    """Unchanged documents that a new rule or setting makes it read again once."""
    moved: dict[str, str] = field(default_factory=dict)
    """Documents that are read again because their file has another name now, and the hash of their bytes."""
    unread: bool = False
    """Whether a document of `reread` could not be read, so that the next run has to read them all again."""

    def __post_init__(self) -> None:
        self.refusals = Refusals(self.options, self.index.refusals())

    def check_stop(self) -> None:
        if self.stop.is_set():
            raise CancelledError

    def changing(self) -> Index:
        """The index, for changing rows; a run that finds nothing to change never writes."""
        self.record(replace(self.facts, run_state=self.busy))
        return self.index

    def record(self, facts: Facts) -> None:
        if facts != self.facts:
            self.index.record(facts)
            self.facts = facts

    def must_read(self, path: str) -> bool:
        return path in self.reread or path in self.moved
