"""Which of the phrases that somebody put into quotes no chunk holds."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import ChunkFilter, ColumnWeights, StoredChunk
from grooveseek.search.candidates import query_for
from grooveseek.search.words import holds_word
from grooveseek.text.fold import fold

_AT_ONCE = 50


def unwritten(
    snapshot: Snapshot, where: ChunkFilter, quoted: Sequence[str], read: Sequence[StoredChunk] = ()
) -> tuple[str, ...]:
    """Those of `quoted` that are in no chunk which `where` lets through. `read`: some that it does, to look at first.

    Every turn reads the best chunks for what is still missing, each of which holds some of it: seldom more than two.
    """
    missing = _not_in(read, quoted)
    while missing:
        found = snapshot.text_candidates(query_for(missing, ColumnWeights()), where, _AT_ONCE)
        if not found:
            return missing
        left = _not_in(snapshot.chunks([candidate.chunk_id for candidate in found]), missing)
        if len(left) == len(missing):
            # The index found them by a likeness that is not seen here.
            return ()
        missing = left
    return ()


def _not_in(chunks: Sequence[StoredChunk], phrases: Sequence[str]) -> tuple[str, ...]:
    texts = [fold("\n".join(filter(None, (c.title, c.path, c.heading, c.breadcrumb, c.content)))) for c in chunks]
    return tuple(phrase for phrase in phrases if not any(holds_word(text, fold(phrase)) for text in texts))
