"""Bringing rows in step with disk while a server runs: at a few places, or everywhere."""

from __future__ import annotations

import math
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from grooveseek.errors import GrooveError, ModelError
from grooveseek.indexing.background import is_due
from grooveseek.indexing.begin import begin_run, begin_update
from grooveseek.indexing.lock import LockHeldError, Patience, held, lock_path
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.rows import Sight, update_rows
from grooveseek.indexing.settle import to_reread
from grooveseek.indexing.state import CancelledError, Removal, Run
from grooveseek.indexing.texts import finish_texts, read_texts, sight_of
from grooveseek.indexing.vectors import embed_pending, finish_vectors, renew_background
from grooveseek.indexing.watcher.lines import Voice, WatcherReport
from grooveseek.indexing.watcher.mailbox import Places
from grooveseek.indexing.watcher.root import identity_of
from grooveseek.indexing.watcher.subject import Subject
from grooveseek.kb.exclusion import Exclusions, load_exclusions
from grooveseek.kb.ignore import IGNORE_NAME
from grooveseek.kb.look import Look, look
from grooveseek.kb.walk import Found, walk
from grooveseek.models.protocol import Embedder
from grooveseek.text.counted import counted


class ModelLoadingError(ModelError):
    """The model that text and vectors need together is not there yet."""

    def __init__(self) -> None:
        super().__init__("the embedding model is not loaded yet")


@dataclass(slots=True)
class Updater:
    """Holds what outlives one update. Belongs to one thread."""

    subject: Subject
    voice: Voice
    stop: threading.Event
    judged: dict[str, Found] = field(default_factory=dict)
    options: IndexOptions = field(init=False)
    exclusions: Exclusions = field(init=False)
    root: tuple[int, int] | None = field(init=False)

    def __post_init__(self) -> None:
        """Raises `ConfigError`."""
        self._settle()

    def update(self, places: Places) -> None:
        """Follow what changed at `places`, by the rules of a run, in the mode the index is in."""
        if IGNORE_NAME in places:
            self._reload_rules()
        seen = self._look(places)
        if not self._sight_at(places, seen).has_news(self.judged):
            return
        for folder, count in seen.folders.items():
            if count:
                self.voice.say(f"folder {folder} has {counted(count, 'file')} to index")
        with self._turn():
            run = begin_update(self.subject.kb, self.subject.index, self.options, WatcherReport(self.voice))
            self._equip(run)
            seen = self._look(places)
            for line in seen.warnings:
                run.report.warning(f"warning: {line}")
            if identity_of(self.subject.kb.root) != self.root:
                raise GrooveError(f"{self.subject.kb.root} was replaced by another folder")
            update_rows(run, self._sight_at(places, seen), self._embedder_for_text())

    def has_news(self, removal: Removal) -> bool:
        """Whether a look at everything finds something to do. Writes nothing. Raises `ConfigError`.

        An index that was never built is to be built, unless vectors come from an endpoint: that costs whoever pays for
        it, and is left to a run that somebody starts.
        """
        self._settle()
        with self.subject.index.snapshot() as snapshot:
            facts = snapshot.facts()
        if facts.run_state is None and not self.options.words_first:
            self.voice.say_once("the index was never built; changes are followed, all else waits for `groove index`")
            return False
        seen = walk(self.subject.kb, self.exclusions, self.options.wants)
        sight = sight_of(self.subject.index, self.subject.kb, seen, removal)
        return (
            facts.run_state == "text"
            or sight.has_news(self.judged)
            or bool(to_reread(facts, self.options, sight.known))
        )

    def scan(self, removal: Removal) -> None:
        """Bring everything in step, as a run does."""
        with self._turn():
            run = begin_run(self.subject.kb, self.subject.index, self.options, WatcherReport(self.voice))
            self._equip(run)
            run.removal = removal
            read_texts(run, self._embedder_for_text())
            finish_texts(run)

    def wants_model(self) -> bool:
        """Whether chunks wait for their vectors, or what nearness is worth is to be measured again."""
        with self.subject.index.snapshot() as snapshot:
            facts, stats = snapshot.facts(), snapshot.stats()
        return stats.pending > 0 or (facts.run_state == "complete" and is_due(facts.background, stats.vectors))

    def embed(self, embedder: Embedder) -> Generator[None, None, None]:
        """Give waiting chunks their vectors; pauses after each commit, while other runs are kept out."""
        with self._turn():
            run = begin_update(self.subject.kb, self.subject.index, self.options, WatcherReport(self.voice))
            self._equip(run)
            for _ in embed_pending(run, embedder):
                yield
            run.index.compact()
            if run.facts.run_state == "vectors":
                finish_vectors(run, embedder)
            elif run.facts.run_state == "complete":
                renew_background(run, embedder)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Between the runs of all processes. Raises `CancelledError` when told to stop while another one goes on."""
        try:
            with held(lock_path(self.subject.kb.index_path), Patience(math.inf, stop=self.stop)):
                yield
        except LockHeldError as error:
            raise CancelledError from error

    def _settle(self) -> None:
        self.options = self.subject.options()
        self.exclusions = load_exclusions(self.subject.kb)
        self.root = identity_of(self.subject.kb.root)

    def _equip(self, run: Run) -> None:
        run.stop = self.stop
        run.judged = self.judged

    def _embedder_for_text(self) -> Embedder | None:
        if self.options.words_first:
            return None
        embedder = self.subject.models.embedder()
        if embedder is None:
            raise ModelLoadingError
        return embedder

    def _look(self, places: Places) -> Look:
        return look(self.subject.kb, self.exclusions, self.options.wants, places)

    def _sight_at(self, places: Places, seen: Look) -> Sight:
        with self.subject.index.snapshot() as snapshot:
            return Sight(seen.files, snapshot.files_at(places), seen.is_gone)

    def _reload_rules(self) -> None:
        self.exclusions = load_exclusions(self.subject.kb)
        for line in self.exclusions.warnings:
            self.voice.say(f"warning: {line}")
        count = self.exclusions.pattern_count
        rules = f"{count} pattern(s) apply" if count else "no pattern applies"
        self.voice.say(
            f"{IGNORE_NAME} reloaded: {rules} to changes from now on; what is indexed stays until the next run"
        )
