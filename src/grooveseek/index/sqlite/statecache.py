"""What this process holds in memory of an index, shared by its snapshots and moved on by revision."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from grooveseek.index.sqlite.generations import Generation
from grooveseek.index.sqlite.scope import Scope

T = TypeVar("T")

Load = Callable[[Scope, T | None], T]
"""Reads what a scope's state needs, taking over from an earlier state of the same generation what did not change."""


class StateCache(Generic[T]):
    """The value for the newest state seen. An older snapshot that still needs its own gets one that is not kept."""

    def __init__(self, load: Load[T]) -> None:
        self._load = load
        self._newest: tuple[Generation, T] | None = None
        self._lock = threading.Lock()

    def at(self, scope: Scope, state: Generation) -> T:
        with self._lock:
            if self._newest is None:
                value = self._load(scope, None)
            else:
                held, value = self._newest
                if held == state:
                    return value
                value = self._load(scope, value if held.number == state.number else None)
                if held > state:
                    return value
            self._newest = state, value
            return value
