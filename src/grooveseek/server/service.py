"""What all connections of one server process share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import anyio
from mcp.server.subscriptions import ListenHandler

from grooveseek.server.activity import Activity
from grooveseek.server.backend import Backend
from grooveseek.server.changes import Changes
from grooveseek.server.connections import Connections
from grooveseek.server.listeners import Listeners
from grooveseek.server.rebuilds import Rebuilds
from grooveseek.server.redaction import Redaction


class Service:
    """Shared state; its parts belong to the event loop, `rebuilds` and `backend` to any thread."""

    def __init__(self, backend: Backend, private_folders: Iterable[Path] = ()) -> None:
        self.backend = backend
        self.rebuilds = Rebuilds()
        self.activity = Activity()
        self.connections = Connections()
        self.listeners = Listeners()
        self.listen = ListenHandler(self.listeners)
        self.changes = Changes(backend, self.connections, self.listeners)
        self.redacted = Redaction(private_folders)
        cores = os.cpu_count() or 1
        self.lanes: Mapping[str, anyio.CapacityLimiter] = {
            "read": anyio.CapacityLimiter(cores + 4),
            # More of them at once only wait for each other's turns at the interpreter, and everything else with them.
            "search": anyio.CapacityLimiter(cores + 1),
            "walk": anyio.CapacityLimiter(2),
            "rebuild": anyio.CapacityLimiter(8),
        }
        """How many calls of a kind run at once: no kind keeps another waiting."""
        self.status_lane = anyio.CapacityLimiter(2)

    def stop(self) -> None:
        """Ask everything that runs by itself to come to a safe point; returns at once."""
        self.rebuilds.stop()
        self.backend.stop()
        self.listen.close()
