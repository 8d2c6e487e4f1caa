"""Keeps watching a folder, whatever becomes of it, and fills the mailbox with what changes there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grooveseek.indexing.watcher.events import Relative, RootLostError, quiet_batches
from grooveseek.indexing.watcher.lines import Voice
from grooveseek.indexing.watcher.mailbox import Mailbox, Places, Scan
from grooveseek.indexing.watcher.root import identity_of
from grooveseek.indexing.watcher.subject import WatchSettings
from grooveseek.kb.exclusion import Exclusions
from grooveseek.kb.knowledge_base import KnowledgeBase

FIRST_RETRY_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Lookout:
    kb: KnowledgeBase
    settings: WatchSettings
    mailbox: Mailbox
    voice: Voice
    stop: threading.Event

    def keep(self) -> None:
        """Watch until told to stop; where that cannot be, try again after longer and longer waits."""
        wait, told = FIRST_RETRY_SECONDS, ""
        while not self.stop.is_set():
            began = time.monotonic()
            try:
                self._watch()
            except (OSError, RuntimeError) as error:
                lasted = time.monotonic() - began
                if lasted > LONGEST_RETRY_SECONDS:
                    wait = FIRST_RETRY_SECONDS
                if str(error) != told or lasted > wait:
                    told = str(error)
                    self.voice.say(f"cannot watch {self.kb.root}: {error}; trying again until it can be watched")
            self.stop.wait(wait)
            wait = min(2 * wait, LONGEST_RETRY_SECONDS)

    def _watch(self) -> None:
        """Raises `OSError` or `RuntimeError` when watching cannot begin or go on."""
        try:
            for number, places in enumerate(self._batches()):
                if number == 0:
                    self.voice.say(f"watching {self.kb.root} (debounce {self.settings.debounce_ms}ms)")
                    self.mailbox.put_scan(Scan.CAUTIOUS)
                elif places and not self.mailbox.put(places):
                    self.voice.say("too many changes at once; one look at everything follows")
        finally:
            # What changed while nothing was watched is found by looking at everything.
            self.mailbox.put_scan(Scan.CAUTIOUS)

    def _batches(self) -> Iterator[Places]:
        folder, checked = identity_of(self.kb.root), time.monotonic()
        for places in quiet_batches(self.kb.root, self.settings.debounce_ms, self._matters(), self.stop):
            if time.monotonic() - checked >= self.settings.root_check_seconds:
                checked = time.monotonic()
                if identity_of(self.kb.root) != folder:
                    raise RootLostError(f"{self.kb.root} was moved or removed")
            yield places

    def _matters(self) -> Callable[[str], bool]:
        """Leaves out at once what never is indexed and may change a lot: a repository's inside, the index itself."""
        exclusions = Exclusions(self.kb.exclude_dirs)
        index = Relative(self.kb.root)(str(self.kb.index_path))

        def matters(place: str) -> bool:
            if index and place.startswith(index):
                return False
            return not exclusions.excludes_directory(place.rpartition("/")[0])

        return matters
