"""The parent retriever: a hit shown with the text around it, or with its whole document where that is small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import StoredChunk
from grooveseek.search.answer import ExpandedFrom
from grooveseek.search.request import Expansion

Unwanted = Callable[[StoredChunk], bool]
"""Whether a chunk holds something the question excludes."""

_BYTES_PER_TOKEN = 4
_SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class Passage:
    """What a hit shows: one chunk or several neighbours of one document, in order."""

    hit: StoredChunk
    chunks: tuple[StoredChunk, ...]
    expanded_from: ExpandedFrom | None = None

    @property
    def content(self) -> str:
        return _SEPARATOR.join(chunk.content for chunk in self.chunks)


def expand(
    hits: Sequence[StoredChunk], snapshot: Snapshot, expansion: Expansion, unwanted: Unwanted
) -> tuple[Passage, ...]:
    """A passage per hit, in the order of the hits. A small document is shown whole once, by its best hit."""
    shown_whole: set[int] = set()
    passages = []
    for hit in hits:
        passage = None
        if _is_small(hit, expansion):
            if hit.document_id in shown_whole:
                passage = _adjacent(hit, (hit,))
            elif passage := _whole_document(hit, snapshot, expansion, unwanted):
                shown_whole.add(hit.document_id)
        passages.append(passage or _with_neighbours(hit, snapshot, expansion, unwanted))
    return tuple(passages)


def tokens_of(chunk: StoredChunk) -> int:
    """The stored estimate or, where there is none, a quarter of the bytes."""
    if chunk.token_count is not None and chunk.token_count > 0:
        return chunk.token_count
    return len(chunk.content.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN


def _is_small(hit: StoredChunk, expansion: Expansion) -> bool:
    return hit.token_count is not None and hit.token_count < expansion.whole_doc_threshold_tokens


def _whole_document(hit: StoredChunk, snapshot: Snapshot, expansion: Expansion, unwanted: Unwanted) -> Passage | None:
    cap = expansion.max_expanded_tokens
    too_many = 2 * cap + 64
    chunks = tuple(snapshot.chunks_of(hit.document_id, 0, too_many - 1))
    if not chunks or len(chunks) >= too_many or sum(map(tokens_of, chunks)) > cap:
        return None
    if any(unwanted(chunk) for chunk in chunks if chunk.chunk_id != hit.chunk_id):
        return None
    return Passage(hit, chunks, ExpandedFrom("whole_document", total_chunks=len(chunks)))


def _with_neighbours(hit: StoredChunk, snapshot: Snapshot, expansion: Expansion, unwanted: Unwanted) -> Passage:
    around = snapshot.chunks_of(hit.document_id, max(0, hit.index - 1), hit.index + 1)
    neighbours = [
        chunk for chunk in around if chunk.index != hit.index and _one_level(chunk, hit) and not unwanted(chunk)
    ]
    while neighbours and tokens_of(hit) + sum(map(tokens_of, neighbours)) > expansion.max_expanded_tokens:
        neighbours.remove(max(neighbours, key=tokens_of))
    return _adjacent(hit, (hit, *neighbours))


def _one_level(chunk: StoredChunk, hit: StoredChunk) -> bool:
    return chunk.level is None or hit.level is None or chunk.level == hit.level


def _adjacent(hit: StoredChunk, chunks: tuple[StoredChunk, ...]) -> Passage:
    ordered = tuple(sorted(chunks, key=lambda chunk: chunk.index))
    return Passage(hit, ordered, ExpandedFrom("adjacent", ordered[0].index, ordered[-1].index))
