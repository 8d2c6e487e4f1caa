"""The way to a chunk in one line: title, headings above it, its own heading."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from grooveseek.documents.shorten import shorten

MAX_CHARACTERS = 200


def breadcrumb(title: str | None, ancestry: Iterable[str] = (), heading: str | None = None) -> str:
    """`title > ancestry > heading` without blank parts and immediate repetitions, at most 200 characters.

    The cut never falls inside what a reader sees as one character. Nothing to say gives the empty string.
    """
    parts = (part.strip() for part in (title, *ancestry, heading) if part)
    line = " > ".join(part for part, _ in groupby(filter(None, parts)))
    return shorten(line, MAX_CHARACTERS)
