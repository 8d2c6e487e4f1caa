from __future__ import annotations

from dataclasses import replace

from grooveseek.index.records import Candidate
from grooveseek.search.rerank import rerank
from support.models import OverlapReranker
from support.search import PLAIN_CHUNK


def test_the_reranker_decides_the_order_and_the_scores() -> None:
    far = replace(PLAIN_CHUNK, chunk_id=1, content="zzz")
    near = replace(PLAIN_CHUNK, chunk_id=2, content="deep property watcher")
    fused = [Candidate(1, 0.03), Candidate(2, 0.02)]

    ranked = rerank(fused, [far, near], "deep property watcher", OverlapReranker())

    assert [candidate.chunk_id for candidate in ranked] == [2, 1]
    assert ranked[0].score == 5.0
    assert ranked[1].score == -5.0


def test_the_breadcrumb_is_read_with_the_content() -> None:
    reranker = OverlapReranker()
    chunks = [
        replace(PLAIN_CHUNK, chunk_id=1, content="body", breadcrumb="Guide > Setup"),
        replace(PLAIN_CHUNK, chunk_id=2, content="body", breadcrumb="  "),
    ]

    rerank([Candidate(1, 0.2), Candidate(2, 0.1)], chunks, "body", reranker)

    assert reranker.calls == [("body", ("Guide > Setup\n\nbody", "body"))]


def test_equal_scores_keep_the_order_they_came_in() -> None:
    chunks = [replace(PLAIN_CHUNK, chunk_id=chunk_id, content="same") for chunk_id in (3, 1, 2)]
    fused = [Candidate(3, 0.3), Candidate(1, 0.2), Candidate(2, 0.1)]

    assert [c.chunk_id for c in rerank(fused, chunks, "same", OverlapReranker())] == [3, 1, 2]


def test_nothing_is_reranked_without_candidates() -> None:
    reranker = OverlapReranker()

    assert rerank([], [], "question", reranker) == []
    assert reranker.calls == []
