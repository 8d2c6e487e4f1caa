"""A cross-encoder's order in place of the fused one."""

from __future__ import annotations

from collections.abc import Sequence

from grooveseek.index.records import Candidate, StoredChunk
from grooveseek.models.protocol import Reranker


def rerank(
    candidates: Sequence[Candidate], chunks: Sequence[StoredChunk], question: str, reranker: Reranker
) -> list[Candidate]:
    """`candidates` with the reranker's raw scores, best first; equal scores keep their order.

    `chunks` are the candidates' own; a candidate without one is left out.
    """
    by_id = {chunk.chunk_id: chunk for chunk in chunks}
    known = [candidate for candidate in candidates if candidate.chunk_id in by_id]
    if not known:
        return []
    scores = reranker.score(question, [_judged_text(by_id[candidate.chunk_id]) for candidate in known])
    scored = [Candidate(candidate.chunk_id, float(score)) for candidate, score in zip(known, scores, strict=True)]
    return sorted(scored, key=lambda candidate: -candidate.score)


def _judged_text(chunk: StoredChunk) -> str:
    return f"{chunk.breadcrumb}\n\n{chunk.content}" if chunk.breadcrumb.strip() else chunk.content
