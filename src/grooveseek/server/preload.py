"""What is heavy is loaded once the first request has its answer, or soon after the start when none comes."""

from __future__ import annotations

import logging
import threading

import anyio
import anyio.to_thread

from grooveseek.errors import GrooveError
from grooveseek.server.failures import log_crash
from grooveseek.server.service import Service

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
_HEAD_START_SECONDS = 0.02
"""So that the first answer is written before imports compete with it for the interpreter."""


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

        service.backend.opened()
    except GrooveError as error:
        logger.warning("%s", error)
    except Exception as crash:  # noqa: BLE001 - whoever calls a tool is told; the server itself goes on
        # An interpreter that is ending refuses imports half way, which is nobody's fault.
        if threading.main_thread().is_alive():
            log_crash(logger, "loading", crash)
