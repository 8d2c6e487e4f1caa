"""Telling clients what changed among the resources, whoever wrote the index: this process or another."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated

from grooveseek.errors import GrooveError
from grooveseek.server.backend import Backend
from grooveseek.server.connections import Connections
from grooveseek.server.failures import log_crash
from grooveseek.server.listeners import Listeners

if TYPE_CHECKING:
    from grooveseek.server.seen import Seen

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 1.0
_SHARE = 20
"""Looking takes at most one part in so many of the time, however large the index is."""


class Changes:
    """Looks at the index's revision while someone wants to know; belongs to the event loop."""

    def __init__(self, backend: Backend, connections: Connections, listeners: Listeners) -> None:
        self._backend = backend
        self._connections = connections
        self._listeners = listeners
        self._seen: Seen | None = None
        self._looking = anyio.Lock()

    async def begin(self) -> None:
        """Whatever changes after this is told. Raises what opening the index raises."""
        async with self._looking:
            if self._seen is None:
                self._seen = await anyio.to_thread.run_sync(_look, self._backend)

    async def follow(self) -> None:
        """Tell what changes, until cancelled."""
        pause = INTERVAL_SECONDS
        while True:
            await anyio.sleep(pause)
            if not self._connections and not self._listeners:
                self._seen = None
                continue
            started = time.monotonic()
            try:
                await self._look_again()
            except GrooveError as error:
                logger.debug("no changes can be told: %s", error)
            except Exception as crash:  # noqa: BLE001 - the next look may succeed, and calls go on meanwhile
                log_crash(logger, "looking for changes", crash)
            pause = max(INTERVAL_SECONDS, _SHARE * (time.monotonic() - started))

    async def _look_again(self) -> None:
        await self.begin()
        async with self._looking:
            before = self._seen
            assert before is not None
            if await anyio.to_thread.run_sync(_revision, self._backend) == before.revision:
                return
            after = self._seen = await anyio.to_thread.run_sync(_look, self._backend)
        await self._tell(before, after)

    async def _tell(self, before: Seen, after: Seen) -> None:
        from grooveseek.server.seen import updated_uris

        uris = updated_uris(before, after)
        await self._connections.tell_updated(uris)
        for uri in sorted(uris):
            await self._listeners.publish(ResourceUpdated(uri))
        if before.groups() != after.groups():
            await self._connections.tell_list_changed()
            await self._listeners.publish(ResourcesListChanged())


def _revision(backend: Backend) -> int:
    return backend.opened().index.revision()


def _look(backend: Backend) -> Seen:
    from grooveseek.server.seen import look

    return look(backend.opened())
