"""The server's background task: of several servers on one index one watches, the others stand by."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

from grooveseek.index.errors import UnwritableIndexError
from grooveseek.indexing.lock import WATCHER_LOCK_SUFFIX, LockHeldError, Patience, held, lock_path
from grooveseek.indexing.watcher.lines import Voice
from grooveseek.indexing.watcher.lookout import Lookout
from grooveseek.indexing.watcher.mailbox import Mailbox
from grooveseek.indexing.watcher.subject import Subject, WatchSettings
from grooveseek.indexing.watcher.worker import Worker


def watch(
    subject: Subject,
    settings: WatchSettings,
    say: Callable[[str], None],
    stop: threading.Event,
    mailbox: Mailbox | None = None,
) -> None:
    """Let the index follow the knowledge base until `stop` is set; `say` hears a line for whatever happens.

    `mailbox`: a fresh one, for a caller who wants to see meanwhile how much waits.
    Catches up first with what changed while nobody watched. Of several processes that watch one index one does; when
    it ends, however it ends, another takes its place.
    """
    voice = Voice(say)
    patience = Patience(math.inf, lambda holder: voice.say(f"standing by: {holder} watches {subject.kb.root}"), stop)
    try:
        with held(lock_path(subject.kb.index_path, WATCHER_LOCK_SUFFIX), patience):
            _lead(subject, settings, voice, stop, mailbox or Mailbox())
    except LockHeldError:
        return
    except UnwritableIndexError as error:
        voice.say(f"not watching {subject.kb.root}: {error}")


def _lead(subject: Subject, settings: WatchSettings, voice: Voice, stop: threading.Event, mailbox: Mailbox) -> None:
    worker = Worker(subject, mailbox, voice, stop)
    thread = threading.Thread(target=worker.work, args=(settings.reconcile_seconds,), name="watcher", daemon=True)
    thread.start()
    try:
        Lookout(subject.kb, settings, mailbox, voice, stop).keep()
    finally:
        mailbox.close()
        thread.join()
