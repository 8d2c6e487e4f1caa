"""The one- and two-character words of a text, in a form in which a word index can find them exactly.

In scripts written with spaces a short word counts only as a whole word: `ai` is in `the ai act`, not in `said`. In
the others, and next to symbols, it counts wherever it stands: `評価` in `再評価する`, `c#` in `(C#)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_SPACED = (
    "0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af"  # Latin
    "\u0370-\u03ff\u0400-\u052f\u0531-\u0587"  # Greek, Cyrillic, Armenian
    "\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc"  # Hebrew, Arabic
    "\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69d\ua720-\ua7ff"  # extensions of these
)
_WORD = re.compile(f"[{_SPACED}]{{2,}}")
_SPACE = re.compile(r"\s+")


def grams(text: str) -> Iterator[str]:
    """Each distinct short word of a folded text, once. White space is in none of them."""
    rest = _WORD.sub(" ", text)
    pieces = _SPACE.split(rest)
    found = {word for word in _WORD.findall(text) if len(word) == 2}
    for piece in pieces:
        found.update(piece)
        found.update(map("".join, pairwise(piece)))
    return iter(found)


def is_gram(word: str) -> bool:
    """Whether a folded word is one that `grams` could have given."""
    return 0 < len(word) <= 2 and not _SPACE.search(word)
