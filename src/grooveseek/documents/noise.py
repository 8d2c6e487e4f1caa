"""Long runs of letters and digits that spell nothing: keys, hashes, the packed state behind a playground's link."""

from __future__ import annotations

import re

_SHORTEST_RUN = 80
_SHOWN = 16
_RUN = re.compile(rf"[A-Za-z0-9+/=_%-]{{{_SHORTEST_RUN},}}")
_NO_SMALL_LETTERS = re.compile(r"[A-Z0-9]+")


def without_noise(text: str) -> str:
    """`text` as a model should read it: only the beginning of each such run, since the rest would drown the words.

    A run counts when a third of it is capitals and digits; a path or a long name made of words has fewer.
    """
    return _RUN.sub(_shortened, text)


def _shortened(match: re.Match[str]) -> str:
    run = match[0]
    unspoken = sum(map(len, _NO_SMALL_LETTERS.findall(run)))
    return f"{run[:_SHOWN]}…" if 3 * unspoken >= len(run) else run
