"""What is heavy is loaded once the first request has its answer, or soon after the start when none comes."""

from __future__ import annotations

import logging

import anyio
import anyio.to_thread

from grooveseek.errors import GrooveError
from grooveseek.server.backend import Opened
from grooveseek.server.failures import log_crash
from grooveseek.server.service import Service

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
_HEAD_START_SECONDS = 0.02
"""So that the first answer is written before imports compete with it for the interpreter."""


MOST_EXAMPLES = 3


async def preload(service: Service) -> None:
    """Open everything and import what the tools need, off the protocol's thread; then tell clients what changes."""
    with anyio.move_on_after(PATIENCE_SECONDS):
        await service.activity.answered.wait()
        await anyio.sleep(_HEAD_START_SECONDS)
    await anyio.to_thread.run_sync(_load, service, abandon_on_cancel=True)
    await service.changes.follow()


def _load(service: Service) -> None:
    try:
        import grooveseek.server.tool_calls
        import grooveseek.server.tools.get_document
        import grooveseek.server.tools.search  # noqa: F401

        _tell_unreadable(service.backend.opened())
    except GrooveError as error:
        logger.warning("%s", error)
    except Exception as crash:  # noqa: BLE001 - whoever calls a tool is told; the server itself goes on
        log_crash(logger, "loading", crash)


def _tell_unreadable(opened: Opened) -> None:
    """Documents of a format that is no longer enabled are found by searches, but reading them is refused."""
    from grooveseek.reading.offer import withheld

    with opened.index.snapshot() as snapshot:
        rows = snapshot.documents()
    left = [row.path for row in rows if withheld(row, opened.parsers) == "extension-not-registered"]
    if left:
        examples = ", ".join(left[:MOST_EXAMPLES]) + (", ..." if len(left) > MOST_EXAMPLES else "")
        logger.warning(
            "%d indexed documents are of a format that is no longer enabled (%s): searches still find them, reading "
            "them is refused, and `groove index` removes them",
            len(left),
            examples,
        )
