"""Everything that is heavy about serving: called once the first answer is out."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from grooveseek.cli.output import say
from grooveseek.index.errors import NoIndexError, OlderFormatError
from grooveseek.indexing.run import run
from grooveseek.server.backend import Opened

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.indexing.report import Report, Summary
    from grooveseek.workspace.workspace import Workspace


def opened(space: Workspace, rerank: bool | None) -> Opened:
    """`rerank`: the standing choice where a flag made one. Raises `GrooveError`."""
    models = space.background_models(say)
    index = _index(space)

    def rebuild(force: bool, report: Report, stop: threading.Event) -> Summary:
        return run(space.kb, index, models, space.index_options(force=force), report, stop=stop)

    return Opened(
        kb=space.kb,
        parsers=space.parsers(),
        index=index,
        models=models,
        search=space.search_settings(rerank),
        rebuild=rebuild,
        best_practice_templates=space.loaded.config.best_practice.path_templates,
    )


def _index(space: Workspace) -> Index:
    """An index that is there is opened as it is, so that one in a folder that cannot be written can be served."""
    try:
        return space.existing_index()
    except (NoIndexError, OlderFormatError):
        return space.writable_index(force=False, note=say)
