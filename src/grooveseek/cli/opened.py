"""Everything that is heavy about serving: called once the first answer is out."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from grooveseek.cli.output import say
from grooveseek.index.errors import NoIndexError, OlderFormatError
from grooveseek.indexing.run import run
from grooveseek.indexing.watcher import Mailbox, Subject, WatchSettings, watch
from grooveseek.server.backend import Opened
from grooveseek.text.counted import counted

if TYPE_CHECKING:
    from grooveseek.documents.registry import ParserSet
    from grooveseek.index.protocol import Index
    from grooveseek.indexing.report import Report, Summary
    from grooveseek.workspace.workspace import Workspace

logger = logging.getLogger(__name__)

_SAMPLES = 3


def opened(space: Workspace, rerank: bool | None, debounce_ms: int | None = None) -> Opened:
    """`rerank`: the standing choice where a flag made one. `debounce_ms`: None where changes are not followed.

    Raises `GrooveError`.
    """
    models = space.background_models(say)
    refills = debounce_ms is not None and not space.embedder.remote
    index, parsers = _index(space, refills=refills), space.parsers()
    changes = None if debounce_ms is None else Mailbox()

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        options = space.index_options(force=force)
        # Another process's run is not waited for: the caller hears of it at once and may ask again.
        return run(space.kb, index, models.waiting(), options, report, stop=stop, wait_seconds=0)

    def follow(stop: threading.Event) -> None:
        if debounce_ms is not None:
            subject = Subject(space.kb, index, models, space.index_options)
            watch(subject, WatchSettings(debounce_ms), say, stop, changes)

    return Opened(
        kb=space.kb,
        parsers=parsers,
        index=index,
        models=models,
        search=space.search_settings(rerank),
        rebuild=rebuild,
        best_practice_templates=space.loaded.config.best_practice.path_templates,
        background=(lambda _stop: warn_of_disabled(index, parsers), follow),
        changes=changes,
    )


def _index(space: Workspace, *, refills: bool) -> Index:
    """An index that is there is opened as it is, so that one in a folder that cannot be written can be served.

    One of an older format is emptied only where the watcher `refills` it without being asked.
    """
    try:
        return space.existing_index()
    except OlderFormatError:
        if not refills:
            raise
    except NoIndexError:
        pass
    return space.writable_index(force=False, note=say)


def warn_of_disabled(index: Index, parsers: ParserSet) -> None:
    """Tell of documents that are found but cannot be read, because their format is no longer enabled."""
    with index.snapshot() as snapshot:
        paths = [row.path for row in snapshot.documents() if parsers.format_of(row.path) is None]
    if paths:
        logger.warning(
            "%s an extension that is not enabled (%s%s): still found, but not handed over; `groove index` removes %s",
            counted(len(paths), "indexed document has", "indexed documents have"),
            ", ".join(paths[:_SAMPLES]),
            ", ..." if len(paths) > _SAMPLES else "",
            "it" if len(paths) == 1 else "them",
        )
