"""Whether a chunk holds what a question excludes, judged as the index judges it."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.index.records import StoredChunk
from grooveseek.text.fold import fold


def holds_any(phrases: Sequence[str], mode: str | None, chunk: StoredChunk) -> bool:
    """Whether heading, content or, in the context mode `static`, breadcrumb holds one of `phrases` after folding."""
    if not phrases:
        return False
    judged = (chunk.heading, chunk.content, chunk.breadcrumb if mode == "static" else None)
    columns = [fold(column) for column in judged if column]
    return any(fold(phrase) in column for phrase in phrases for column in columns)
