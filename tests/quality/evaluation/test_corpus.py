from __future__ import annotations

import hashlib
from dataclasses import replace

from grooveseek.index.records import StoredChunk
from grooveseek.quality.evaluation.corpus import corpus_of, every_chunk
from support.search import PLAIN_CHUNK, MemorySnapshot, document

A = document("a.md", replace(PLAIN_CHUNK, content="one"), replace(PLAIN_CHUNK, heading="H", content="二"))
B = document("b.md", replace(PLAIN_CHUNK, content="three", breadcrumb="B > C"))


def digest(*chunks: StoredChunk) -> str:
    return corpus_of(chunks).digest


def test_sizes_and_digest_of_the_framed_fields() -> None:
    expected = hashlib.sha256()
    for text in ("a.md", "0", None, "one", "", "a.md", "1", "H", "二", "", "b.md", "0", None, "three", "B > C"):
        data = b"" if text is None else text.encode()
        expected.update(b"\0" if text is None else b"\1" + len(data).to_bytes(8, "little") + data)
    corpus = corpus_of([*A, *B])
    assert (corpus.documents, corpus.chunks, corpus.digest) == (2, 3, expected.hexdigest())


def test_nothing_and_the_empty_text_differ() -> None:
    assert digest(replace(A[0], heading=None)) != digest(replace(A[0], heading=""))


def test_text_that_moves_from_field_to_field_is_seen() -> None:
    assert digest(replace(A[0], heading="ab", content="c")) != digest(replace(A[0], heading="a", content="bc"))


def test_what_touches_no_chunk_leaves_it_alone() -> None:
    assert digest(*A) == digest(*(replace(chunk, chunk_id=99 + chunk.index, title="T", tags=("x",)) for chunk in A))


def test_chunks_come_by_path_and_place() -> None:
    snapshot = MemorySnapshot([*B, *reversed(A)])
    assert [(chunk.path, chunk.index) for chunk in every_chunk(snapshot)] == [("a.md", 0), ("a.md", 1), ("b.md", 0)]
