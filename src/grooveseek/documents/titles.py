"""What a path alone says of a document: its category, its topic and, where nothing better is known, its title."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[-_\s]+")


def category_of(path: str) -> str | None:
    """The first folder of a path relative to the knowledge base; None for a file that lies in no folder."""
    folder, slash, _ = path.partition("/")
    return folder if slash else None


def topic_of(path: str) -> str | None:
    """The second folder of a path relative to the knowledge base, if the file lies that deep."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else None


def title_from_file_name(path: str) -> str | None:
    """The last part of a path as words: cut at its last dot (a leading one stays), `-` and `_` read as spaces."""
    name = path.rpartition("/")[2]
    stem, dot, _ = name.rpartition(".")
    return _SEPARATORS.sub(" ", stem if dot and stem else name).strip() or None
