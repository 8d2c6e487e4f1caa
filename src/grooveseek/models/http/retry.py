"""Which failures are tried again, and after how long."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from grooveseek.models.http.errors import EndpointError, PassingError
from grooveseek.text.counted import counted

Result = TypeVar("Result")

LONGEST_WAIT = 60.0
"""Seconds, for our own waits and for those an endpoint may ask for."""
JITTER = 0.25
"""Share of a wait that is added at most, so that clients that failed together do not come back together."""


@dataclass(frozen=True, slots=True)
class Clock:
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.time
    """Seconds since 1970."""
    chance: Callable[[], float] = random.random
    """At least 0, below 1."""


def with_retries(send: Callable[[], Result], max_retries: int, clock: Clock) -> Result:
    """What `send` gives, called up to 1 + `max_retries` times while it raises `PassingError`."""
    for attempt in range(max_retries + 1):
        try:
            return send()
        except PassingError as error:
            if max_retries == 0:
                raise
            if attempt == max_retries:
                raise EndpointError(f"{error}; gave up after {attempt + 1} attempts") from error.__cause__
            wait = wait_before(attempt, error.retry_after, clock)
            if wait is None:
                raise EndpointError(
                    f"{error}; it asks to wait longer than {LONGEST_WAIT:.0f} seconds, so this was the last of "
                    f"{counted(attempt + 1, 'attempt')}"
                ) from error.__cause__
        clock.sleep(wait)
    raise AssertionError("the last attempt returns or raises")


def wait_before(attempt: int, retry_after: str | None, clock: Clock) -> float | None:
    """Seconds to wait after failed attempt number `attempt` (from 0); None where the endpoint asks for too many."""
    asked = seconds_asked(retry_after, clock.now()) if retry_after is not None else None
    if asked is not None:
        return asked if asked <= LONGEST_WAIT else None
    wait = min(2.0**attempt, LONGEST_WAIT)
    return wait + wait * JITTER * clock.chance()


def seconds_asked(retry_after: str, now: float) -> float | None:
    """A `Retry-After` value, seconds or an HTTP date, as seconds from `now`; None where it is neither."""
    value = retry_after.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.fromtimestamp(now, UTC)).total_seconds())
