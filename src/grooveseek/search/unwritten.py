"""Which of the phrases that somebody put into quotes no chunk holds."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import ChunkFilter, StoredChunk
from grooveseek.search.words import holds_word
from grooveseek.text.fold import fold


def unwritten(
    snapshot: Snapshot, where: ChunkFilter, quoted: Sequence[str], read: Sequence[StoredChunk] = ()
) -> tuple[str, ...]:
    """Those of `quoted` that are in no chunk which `where` lets through. `read`: some of these, to look at first."""
    texts = [fold("\n".join(filter(None, (c.title, c.path, c.heading, c.breadcrumb, c.content)))) for c in read]
    missing = [phrase for phrase in quoted if not any(holds_word(text, fold(phrase)) for text in texts)]
    return tuple(snapshot.unsaid(missing, where)) if missing else ()
