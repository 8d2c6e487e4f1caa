"""Changes on disk follow into the index while a server runs; `watch` is the server's background task."""

from grooveseek.indexing.watcher.mailbox import Mailbox
from grooveseek.indexing.watcher.subject import Subject, WatchSettings
from grooveseek.indexing.watcher.watch import watch

__all__ = ["Mailbox", "Subject", "WatchSettings", "watch"]
