"""`/api/admin/status`: how the process is doing, without waiting for anything and without a path."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import anyio
import anyio.to_thread

from grooveseek import __version__
from grooveseek.index.records import Facts, Stats
from grooveseek.server.backend import Opened
from grooveseek.server.service import Service

PATIENCE_SECONDS = 0.2
"""An index that has not told its counts by then counts as busy."""


@dataclass(frozen=True, slots=True)
class Daemon:
    """What is settled when the process begins to serve."""

    config_source: str = "NotFound"
    watching: bool = False
    debounce_ms: int = 500
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    started_monotonic: float = field(default_factory=time.monotonic)


async def status(service: Service, daemon: Daemon) -> dict[str, Any]:
    counts = await _counts(service)
    return {
        "daemon": {
            "version": __version__,
            "pid": os.getpid(),
            "uptime_secs": int(time.monotonic() - daemon.started_monotonic),
            "started_at": _instant(daemon.started_at),
        },
        "indexing": _indexing(service),
        "watcher": {"active": daemon.watching, "debounce_ms": daemon.debounce_ms, **_changes(service)},
        "kb": {
            "documents": counts and counts[0].documents,
            "chunks": counts and counts[0].chunks,
            "model": counts and counts[1].model,
        },
        "config_source": daemon.config_source,
    }


def _indexing(service: Service) -> dict[str, Any]:
    running = service.rebuilds.running
    progress = running.work.progress if running else None
    return {
        "active": running is not None,
        "started_at": _instant(running.started_at) if running else None,
        "progress": {"current": progress.done, "total": progress.total} if progress else None,
    }


def _changes(service: Service) -> dict[str, int | None]:
    """None before anything is opened, and where changes are not followed."""
    opened = service.backend.opened_already
    changes = opened.changes if opened else None
    return {
        "queue_length": None if changes is None else changes.waiting(),
        "overflows": None if changes is None else changes.overflows,
    }


async def _counts(service: Service) -> tuple[Stats, Facts] | None:
    opened = service.backend.opened_already
    if opened is None:
        return None
    with anyio.move_on_after(PATIENCE_SECONDS):
        return await anyio.to_thread.run_sync(_read_counts, opened, limiter=service.status_lane, abandon_on_cancel=True)
    return None


def _read_counts(opened: Opened) -> tuple[Stats, Facts]:
    with opened.index.snapshot() as snapshot:
        return snapshot.stats(), snapshot.facts()


def _instant(when: datetime) -> str:
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")
