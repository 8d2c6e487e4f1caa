"""What the server stands on: the knowledge base and all that is opened for it, none of it before the first answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grooveseek.documents.registry import ParserSet
    from grooveseek.index.protocol import Index
    from grooveseek.indexing.report import Report, Summary
    from grooveseek.indexing.watcher import Mailbox
    from grooveseek.kb.knowledge_base import KnowledgeBase
    from grooveseek.models.protocol import Models
    from grooveseek.search.settings import SearchSettings

    RunRebuild = Callable[[bool, Report, threading.Event], Summary]
    """(force, report, stop) -> counters. Once `stop` is set the run ends at the next file boundary."""

Background = Callable[[threading.Event], None]
"""Work of its own that runs beside the calls (catching up, watching) until the event is set."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Everything the tools use. Safe from any thread."""

    kb: KnowledgeBase
    parsers: ParserSet
    index: Index
    models: Models
    search: SearchSettings
    rebuild: RunRebuild
    best_practice_templates: tuple[str, ...] = ()
    background: tuple[Background, ...] = ()
    changes: Mailbox | None = None
    """What waits for the watcher; None where changes are not followed."""


class Backend:
    """Opens once, when first needed; a failure is told to whoever asked and tried again for the next."""

    def __init__(self, open_: Callable[[], Opened]) -> None:
        self._open = open_
        self._lock = threading.Lock()
        self._opened: Opened | None = None
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def opened(self) -> Opened:
        """Blocks while things are opened; raises what that raises. The first success starts the background work."""
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
                for number, task in enumerate(self._opened.background):
                    name = f"background-{number}"
                    thread = threading.Thread(target=task, args=(self._stop,), name=name, daemon=True)
                    thread.start()
                    # Not before it runs: whoever closes meanwhile joins what stands here.
                    self._threads.append(thread)
            return self._opened

    @property
    def opened_already(self) -> Opened | None:
        """What is open, without opening or waiting."""
        return self._opened

    def stop(self) -> None:
        """Tell the background work to end; returns at once."""
        self._stop.set()

    def close(self, seconds: float) -> None:
        """Stop, wait for the background work at most `seconds`, and close the index when all of it has ended."""
        self.stop()
        for thread in self._threads:
            thread.join(seconds)
        with self._lock:
            if self._opened is not None and not any(thread.is_alive() for thread in self._threads):
                self._opened.index.close()
                self._opened = None
