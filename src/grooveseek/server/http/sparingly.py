"""Log lines that a stranger can cause are written at most once a minute, each with the number it stands for."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

INTERVAL_SECONDS = 60.0


class Sparingly:
    """One line per interval and group; belongs to the event loop."""

    def __init__(self, logger: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._clock = clock
        self._last: dict[str, float] = {}
        self._suppressed: dict[str, int] = {}

    def warn(self, group: str, message: str) -> None:
        now = self._clock()
        last = self._last.get(group)
        if last is not None and now - last < INTERVAL_SECONDS:
            self._suppressed[group] = self._suppressed.get(group, 0) + 1
            return
        self._last[group] = now
        suppressed = self._suppressed.pop(group, 0)
        self._logger.warning(
            "%s%s", message, f" ({suppressed} more like this since the last line)" if suppressed else ""
        )
