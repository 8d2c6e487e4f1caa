"""What waits to be followed: bounded, whatever happens on disk."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

Places = Mapping[str, bool]
"""Paths at which something changed. True: if it is a folder, it came or went, and all below it with it."""


class Scan(IntEnum):
    """A look at the whole knowledge base; the greater one includes the lesser."""

    NONE = 0
    CAUTIOUS = 1
    """Nobody saw what happened meanwhile: if most of the files are gone, that is not believed."""
    TRUSTING = 2
    """Changes were seen, only too many of them."""


@dataclass(frozen=True, slots=True)
class Work:
    places: Places = field(default_factory=dict)
    scan: Scan = Scan.NONE

    def __bool__(self) -> bool:
        return bool(self.places or self.scan)


class Mailbox:
    """One who puts, one who takes."""

    max_places = 4096
    """Beyond so many changed places one look at the whole knowledge base is cheaper than one at each."""

    def __init__(self) -> None:
        self.overflows = 0
        """How often a look at everything has taken the place of too many changes."""
        self._changed = threading.Condition()
        self._places: dict[str, bool] = {}
        self._scan = Scan.NONE
        self._closed = False

    def put(self, places: Places) -> bool:
        """False when these were too many, so that a scan takes the place of all that waited."""
        with self._changed:
            for place, below in places.items():
                self._places[place] = below or self._places.get(place, False)
            overflow = len(self._places) > self.max_places
            if overflow:
                self.overflows += 1
                self._scan = Scan.TRUSTING
                self._places.clear()
            self._changed.notify()
            return not overflow

    def put_scan(self, scan: Scan) -> None:
        with self._changed:
            self._scan = max(self._scan, scan)
            self._changed.notify()

    def take(self, seconds: float) -> Work:
        """All that waits, at once when there is something; nothing after so many seconds or when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.holds_work(), seconds)
            work = Work(self._places, self._scan)
            self._places, self._scan = {}, Scan.NONE
            return work

    def holds_work(self) -> bool:
        return bool(self._places or self._scan)

    def waiting(self) -> int:
        """How many changed places wait to be followed; a look at everything counts as one."""
        with self._changed:
            return len(self._places) + bool(self._scan)

    def close(self) -> None:
        """Wake whoever waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
