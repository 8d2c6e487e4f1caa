"""What an argument of a prompt, or the path in the resource template, may go on to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from grooveseek.server.backend import Opened
from grooveseek.server.prompts import LOOK_BACK_DAYS
from grooveseek.server.resources import offered_paths

MOST = 100


@dataclass(frozen=True, slots=True)
class Completion:
    """`total` counts all that fit; `values` holds the first of them."""

    values: tuple[str, ...]
    total: int


NO_COMPLETION = Completion((), 0)


def complete_topic(opened: Opened, typed: str) -> Completion:
    with opened.index.snapshot() as snapshot:
        names = sorted({group.topic for group in snapshot.topics() if group.topic})
    return _matching(names, typed)


def complete_path(opened: Opened, typed: str) -> Completion:
    return _matching(offered_paths(opened), typed)


def complete_day(opened: Opened, typed: str) -> Completion:
    """Days that documents are dated on, newest first, after the day the survey begins on by itself."""
    default = (datetime.now(UTC) - timedelta(days=LOOK_BACK_DAYS)).date().isoformat()
    with opened.index.snapshot() as snapshot:
        days = {row.date[:10] for row in snapshot.documents() if row.date and _is_day(row.date[:10])}
    return _matching([default, *sorted(days - {default}, reverse=True)], typed)


def _matching(names: Sequence[str], typed: str) -> Completion:
    """Those that begin with `typed`, then those that hold it, upper and lower case alike."""
    wanted = typed.casefold()
    first = [name for name in names if name.casefold().startswith(wanted)]
    second = [name for name in names if wanted in name.casefold() and not name.casefold().startswith(wanted)]
    found = [*first, *second]
    return Completion(tuple(found[:MOST]), len(found))


def _is_day(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d")  # noqa: DTZ007 - a calendar day has no time zone
    except ValueError:
        return False
    return True
