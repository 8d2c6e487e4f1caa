"""The index seam: what any engine must offer. `tests/index/conformance` says precisely what each verb promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from grooveseek.documents.document import Document
from grooveseek.index.records import (
    Candidate,
    ChunkFilter,
    DocumentRow,
    DocumentWrite,
    Facts,
    Fault,
    FileState,
    IndexedFile,
    PendingChunk,
    Refusal,
    Rename,
    Stats,
    StoredChunk,
    TextQuery,
    TopicGroup,
)
from grooveseek.models.protocol import Matrix, Vector


class Snapshot(Protocol):
    """One committed state, unmoved by writers. Belongs to the thread that opened it; never waits for a writer."""

    @property
    def revision(self) -> int:
        """Grows with every commit that changes what a search could return."""
        ...

    def facts(self) -> Facts: ...

    def stats(self) -> Stats: ...

    def files(self) -> Mapping[str, IndexedFile]:
        """Every indexed file by path."""
        ...

    def files_at(self, places: Iterable[str]) -> Mapping[str, IndexedFile]:
        """The indexed files that are one of `places` or lie in a folder below one, by path."""
        ...

    def document(self, path: str) -> DocumentRow | None: ...

    def documents(self) -> Sequence[DocumentRow]:
        """Every document, sorted by path."""
        ...

    def chunks(self, chunk_ids: Sequence[int]) -> Sequence[StoredChunk]:
        """The chunks named, in the order named; ids that are not there are left out."""
        ...

    def chunks_of(self, document_id: int, first: int = 0, last: int | None = None) -> Sequence[StoredChunk]:
        """A document's chunks in order, index `first` to `last`, both inclusive."""
        ...

    def vectors_of(self, chunk_ids: Sequence[int]) -> Mapping[int, Vector]:
        """Vectors as stored (float32, unit length); chunks without one are left out."""
        ...

    def text_candidates(self, query: TextQuery, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        """Best `limit` by bm25, ties by chunk id ascending."""
        ...

    def unsaid(self, phrases: Sequence[str], where: ChunkFilter) -> Sequence[str]:
        """Those of `phrases`, in their order, that `text_candidates` would find in no chunk that `where` lets through.

        May leave out one that only very much reading would tell to be among them.
        """
        ...

    def vector_candidates(self, query: Vector, where: ChunkFilter, limit: int) -> Sequence[Candidate]:
        """Best `limit` by cosine over every allowed chunk that has a vector, ties by chunk id ascending."""
        ...

    def topics(self) -> Sequence[TopicGroup]: ...

    def quality_counts(self, threshold: float) -> tuple[int, int]:
        """(chunks at or above the threshold, chunks below)."""
        ...

    def field_counts(self) -> Mapping[str, int]:
        """Stored value rows per declared frontmatter key; per key that has any while no declared set is recorded."""
        ...


class Index(Protocol):
    """An open index. Reads go through snapshots; writes are one transaction per call, one writer at a time."""

    def snapshot(self) -> AbstractContextManager[Snapshot]: ...

    def revision(self) -> int:
        """The current revision, cheap enough to ask before every answer."""
        ...

    def replace_document(
        self, document: Document, file: FileState, passage_keys: Sequence[bytes], vectors: Matrix | None = None
    ) -> DocumentWrite:
        """Write a document whole in one transaction, replacing what its path held.

        `passage_keys` has one key per chunk (`documents.passage.passage_key`); a chunk whose key the old state already
        held keeps that vector. Without `vectors` the others become pending; with them (one row per chunk) none is.
        `document.fields` is stored as given: the caller leaves only declared keys in it.
        """
        ...

    def pending(self, limit: int, after: int = 0) -> Sequence[PendingChunk]:
        """Chunks without a vector, by ascending id, ids greater than `after`."""
        ...

    def put_vectors(self, chunk_ids: Sequence[int], vectors: Matrix) -> int:
        """Store vectors of pending chunks in one transaction; ids that are gone are skipped. Returns how many stuck."""
        ...

    def remove_documents(self, paths: Iterable[str]) -> int: ...

    def rename(self, pairs: Sequence[Rename], documents: Mapping[str, Document] | None = None) -> None:
        """Move rows to new paths in one transaction.

        `documents` gives, per new path, path-derived metadata (title, category, topic) to write with it.
        """
        ...

    def touch(self, states: Mapping[str, FileState]) -> None:
        """Record newer file states of documents whose content did not change."""
        ...

    def record(self, facts: Facts) -> None:
        """Write all facts, replacing those recorded."""
        ...

    def refusals(self) -> Mapping[str, Refusal]:
        """What was remembered last, by path. One memory for all generations: it is of files, not of rows."""
        ...

    def remember_refusals(self, refusals: Mapping[str, Refusal]) -> None:
        """Replace what is remembered."""
        ...

    def begin_rebuild(self, facts: Facts) -> Index:
        """An empty generation beside the current one, to be filled while searches go on from the current one."""
        ...

    def commit_rebuild(self) -> None:
        """On the index `begin_rebuild` gave: switch it in by one transaction, then drop the old one in slices."""
        ...

    def abandon_rebuild(self) -> None: ...

    def compact(self) -> None:
        """Fold what has accumulated into its fast layout; cheap when there is nothing to do."""
        ...

    def repair(self) -> int:
        """Restore what follows from the stored chunks: their words, and which of them still need a vector.

        Returns how many rows were missing or too many; cheap when there are none.
        """
        ...

    def check(self) -> Sequence[Fault]:
        """Compare every table with every other; empty when whole.

        Raises `errors.NotADatabaseError` where `damage` has something to say of the storage itself.
        """
        ...

    def damage(self) -> str | None:
        """Why a rebuild must begin with empty storage: what holds this index is broken or incomplete. None if whole."""
        ...

    def close(self) -> None: ...
