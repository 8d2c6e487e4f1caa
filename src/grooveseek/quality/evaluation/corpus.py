"""The corpus of a run: every chunk of one snapshot, and a digest of them all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import StoredChunk
from grooveseek.quality.evaluation.record import Corpus


def every_chunk(snapshot: Snapshot) -> Iterator[StoredChunk]:
    """Ordered by path, then by place in the document."""
    for document in snapshot.documents():
        yield from snapshot.chunks_of(document.document_id)


class CorpusDigest:
    """Takes in the chunks of a snapshot one by one, in order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._documents = 0
        self._chunks = 0
        self._path: str | None = None

    def add(self, chunk: StoredChunk) -> None:
        self._chunks += 1
        if chunk.path != self._path:
            self._path = chunk.path
            self._documents += 1
        for field in (chunk.path, str(chunk.index), chunk.heading, chunk.content, chunk.breadcrumb):
            self._hash.update(_framed(field))

    def corpus(self) -> Corpus:
        return Corpus(self._documents, self._chunks, self._hash.hexdigest())


def _framed(field: str | None) -> bytes:
    """Nothing and the empty text differ, and no text can pass for two."""
    if field is None:
        return b"\0"
    data = field.encode("utf-8", "surrogatepass")
    return b"\1" + len(data).to_bytes(8, "little") + data


def corpus_of(chunks: Iterable[StoredChunk]) -> Corpus:
    digest = CorpusDigest()
    for chunk in chunks:
        digest.add(chunk)
    return digest.corpus()
