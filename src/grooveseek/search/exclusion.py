"""Whether a chunk holds what a question excludes, judged as the index judges it."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.index.records import StoredChunk
from grooveseek.text.fold import fold


def holds_any(phrases: Sequence[str], chunk: StoredChunk) -> bool:
    """Whether heading, breadcrumb or content holds one of `phrases` after folding."""
    if not phrases:
        return False
    columns = [fold(column) for column in (chunk.heading, chunk.breadcrumb, chunk.content) if column]
    return any(fold(phrase) in column for phrase in phrases for column in columns)
