"""Telling clients what changed among the resources, whoever wrote the index: this process or another."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass

import anyio
import anyio.to_thread
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated

from grooveseek.kb.uris import document_uri, group_prefix, group_uri
from grooveseek.reading.offer import withheld
from grooveseek.server.backend import Backend, Opened
from grooveseek.server.connections import Connections
from grooveseek.server.failures import log_crash
from grooveseek.server.listeners import Listeners

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 1.0
_SHARE = 20
"""Looking takes at most one part in so many of the time, however large the index is."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was on offer at a revision of the index: content hashes by path."""

    revision: int
    documents: Mapping[str, str]

    def groups(self) -> frozenset[str]:
        return frozenset(map(group_prefix, self.documents))


def look(opened: Opened) -> Seen:
    with opened.index.snapshot() as snapshot:
        documents = {
            path: file.state.sha256
            for path, file in snapshot.files().items()
            if withheld(file.document, opened.parsers) is None
        }
        return Seen(snapshot.revision, documents)


def updated_uris(before: Seen, after: Seen) -> set[str]:
    """URIs of the documents that came, went or changed, and of the groups they belong to."""
    changed = {
        path
        for path in before.documents.keys() | after.documents.keys()
        if before.documents.get(path) != after.documents.get(path)
    }
    return {document_uri(path) for path in changed} | {group_uri(group_prefix(path)) for path in changed}


class Changes:
    """Looks at the index's revision while someone wants to know; belongs to the event loop."""

    def __init__(self, connections: Connections, listeners: Listeners) -> None:
        self._connections = connections
        self._listeners = listeners
        self._seen: Seen | None = None

    async def follow(self, backend: Backend) -> None:
        """Until cancelled."""
        pause = INTERVAL_SECONDS
        while True:
            await anyio.sleep(pause)
            if not self._connections and not self._listeners:
                self._seen = None
                continue
            opened = backend.opened_already
            if opened is None:
                continue
            started = time.monotonic()
            try:
                after = await anyio.to_thread.run_sync(self._look_again, opened)
            except Exception as crash:  # noqa: BLE001 - the next look may succeed, and calls go on meanwhile
                log_crash(logger, "looking for changes", crash)
                continue
            pause = max(INTERVAL_SECONDS, _SHARE * (time.monotonic() - started))
            if after is not None:
                await self._tell(after)

    def _look_again(self, opened: Opened) -> Seen | None:
        """None when nothing was committed since the last look."""
        if self._seen is not None and opened.index.revision() == self._seen.revision:
            return None
        return look(opened)

    async def _tell(self, after: Seen) -> None:
        before, self._seen = self._seen, after
        if before is None:
            return
        uris = updated_uris(before, after)
        await self._connections.tell_updated(uris)
        for uri in sorted(uris):
            await self._listeners.publish(ResourceUpdated(uri))
        if before.groups() != after.groups():
            await self._connections.tell_list_changed()
            await self._listeners.publish(ResourcesListChanged())
