"""The thread that follows: changes first, vectors when nothing else waits, now and then a look at everything."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.indexing.lock import POLL_SECONDS
from grooveseek.indexing.state import CancelledError, Removal
from grooveseek.indexing.watcher.lines import Voice
from grooveseek.indexing.watcher.mailbox import Mailbox, Scan, Work
from grooveseek.indexing.watcher.subject import Subject
from grooveseek.indexing.watcher.update import ModelLoadingError, Updater

_log = logging.getLogger(__name__)

TURN_SECONDS = 5.0
"""How long vectors are made before another process that waits for its run gets in between."""
_RETRY_SECONDS = 1.0
"""Until what was not there yet is asked for again: a model, a schema that can be read."""
_SCAN_SHARE = 200
"""Looking at everything takes at most one part in so many of the time, however large the knowledge base is."""
_LONGEST_SCAN_PAUSE = 3600.0


class Worker:
    """Follows what a mailbox brings until told to stop."""

    def __init__(self, subject: Subject, mailbox: Mailbox, voice: Voice, stop: threading.Event) -> None:
        self._subject = subject
        self._mailbox = mailbox
        self._voice = voice
        self._stop = stop
        self._updater: Updater | None = None
        self._vectors_at: float | None = None
        """When waiting vectors are to be made; None when none wait."""
        self._scan_at = 0.0
        self._scan_cost = 0.0
        """Seconds of processor time that the last look at everything took."""
        self._complaints: dict[str, str] = {}
        """What is wrong at present with following changes and with making vectors."""

    def work(self, reconcile_seconds: float) -> None:
        """Nothing that goes wrong with an update ends it."""
        self._scan_at = time.monotonic() + reconcile_seconds
        while not self._stop.is_set():
            work = self._mailbox.take(self._seconds_to_wait())
            if time.monotonic() >= self._scan_at and not work.scan:
                work = Work(work.places, Scan.CAUTIOUS)
            job = "update" if work else "vectors"
            try:
                self._do(work)
                self._complaints.pop(job, None)
            except CancelledError:
                return
            except (ModelLoadingError, ConfigError) as error:
                self._complain(job, f"waits: {error}")
                self._put_back(work)
            except GrooveError as error:
                self._complain(job, f"failed: {error}")
            except Exception as crash:  # noqa: BLE001 - the next change may go through, and the server serves on
                _log.debug("following changes failed", exc_info=crash)
                self._complain(job, f"failed: {type(crash).__name__}: {crash}")
            if work.scan:
                pause = min(_SCAN_SHARE * self._scan_cost, _LONGEST_SCAN_PAUSE)
                self._scan_at = time.monotonic() + max(reconcile_seconds, pause)

    def _complain(self, job: str, text: str) -> None:
        """Once, until it goes well again."""
        if self._complaints.get(job) != text:
            self._complaints[job] = text
            self._voice.say(f"{job} {text}")

    def _seconds_to_wait(self) -> float:
        due = self._scan_at if self._vectors_at is None else min(self._scan_at, self._vectors_at)
        return max(0.0, due - time.monotonic())

    def _do(self, work: Work) -> None:
        updater = self._updater = self._updater or Updater(self._subject, self._voice, self._stop)
        if work.places:
            updater.update(work.places)
        if work.scan:
            self._scan(updater, Removal.FEW_MISSING if work.scan is Scan.CAUTIOUS else Removal.MISSING)
        if work:
            self._vectors_at = time.monotonic() if updater.wants_model() else None
        elif self._vectors_at is not None:
            self._embed(updater)

    def _scan(self, updater: Updater, removal: Removal) -> None:
        began = time.thread_time()
        if updater.has_news(removal):
            updater.scan(removal)
        self._scan_cost = time.thread_time() - began

    def _embed(self, updater: Updater) -> None:
        """One turn. When it is over, others get their chance before the next."""
        self._vectors_at = None
        embedder = self._subject.models.embedder()
        if embedder is None:
            self._vectors_at = time.monotonic() + _RETRY_SECONDS
            return
        until = time.monotonic() + TURN_SECONDS
        with closing(updater.embed(embedder)) as batches:
            for _ in batches:
                if time.monotonic() >= until or self._mailbox.holds_work():
                    break
            else:
                return
        self._vectors_at = time.monotonic() + 1.5 * POLL_SECONDS

    def _put_back(self, work: Work) -> None:
        self._stop.wait(_RETRY_SECONDS)
        self._mailbox.put(work.places)
        self._mailbox.put_scan(work.scan)
