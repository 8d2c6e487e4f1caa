"""The operating system's news of a folder, gathered until it has been quiet for a while."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grooveseek.indexing.watcher.mailbox import Places

_LONGEST_TICK_MS = 200
_SHORTEST_TICK_MS = 20
_LONGEST_HOLD = 20
"""A folder that is never quiet is followed after so many quiet times."""


class RootLostError(OSError):
    """The folder that is watched is no longer the one that was asked for."""


class Relative:
    """Absolute paths as a watcher gives them to relative ones. Some systems resolve links in the root first."""

    def __init__(self, root: Path) -> None:
        self._prefixes = tuple(
            dict.fromkeys(f"{str(place).rstrip(os.sep)}{os.sep}" for place in (root, root.resolve()))
        )

    def __call__(self, path: str) -> str | None:
        """`/`-separated; empty for the root itself, None for what lies outside."""
        for prefix in self._prefixes:
            if path.startswith(prefix):
                return path.removeprefix(prefix).replace(os.sep, "/").rstrip("/")
            if path == prefix[:-1]:
                return ""
        return None


def quiet_batches(
    root: Path, debounce_ms: int, matters: Callable[[str], bool], stop: threading.Event
) -> Iterator[Places]:
    """Changed places below `root`, each batch after `debounce_ms` of quiet; empty ones in between.

    An empty one comes first, when watching has begun. `matters` is asked of the relative path of each change. Raises
    `OSError` and `RuntimeError` when watching cannot begin or go on.
    """
    import watchfiles

    tick = min(max(debounce_ms, _SHORTEST_TICK_MS), _LONGEST_TICK_MS)
    changes = watchfiles.watch(
        root,
        watch_filter=None,
        debounce=tick,
        step=min(tick, 50),
        stop_event=stop,
        rust_timeout=tick,
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    gathered = _Gathered(debounce_ms / 1000)
    relative = Relative(root)
    begun = False
    for news in changes:
        if not begun:
            begun = True
            yield {}
        for kind, path in news:
            place, came_or_went = relative(path), kind is not watchfiles.Change.modified
            if place == "" and came_or_went:
                raise RootLostError(f"{root} was moved or removed")
            if place and matters(place):
                gathered.add(place, came_or_went)
        yield gathered.take_when_quiet()


class _Gathered:
    def __init__(self, quiet_seconds: float) -> None:
        self._quiet = quiet_seconds
        self._places: dict[str, bool] = {}
        self._first = self._last = 0.0

    def add(self, place: str, came_or_went: bool) -> None:
        self._last = time.monotonic()
        self._first = self._first if self._places else self._last
        self._places[place] = came_or_went or self._places.get(place, False)

    def take_when_quiet(self) -> Places:
        now = time.monotonic()
        if now - self._last < self._quiet and now - self._first < _LONGEST_HOLD * self._quiet:
            return {}
        taken, self._places = self._places, {}
        return taken
