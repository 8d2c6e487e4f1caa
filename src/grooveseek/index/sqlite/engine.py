"""The `Index` kept in one SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import apsw

from grooveseek.documents.document import Document
from grooveseek.index.records import (
    DocumentWrite,
    Facts,
    Fault,
    FileState,
    PendingChunk,
    Refusal,
    Rename,
)
from grooveseek.index.sqlite import generations, packing, pending, refusals, schema, wordpacking, writes
from grooveseek.index.sqlite.check import faults
from grooveseek.index.sqlite.damage import DamagedError
from grooveseek.index.sqlite.database import Database
from grooveseek.index.sqlite.documents import touch
from grooveseek.index.sqlite.repair import disagreements, mend
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.snapshot import SqliteSnapshot, Views
from grooveseek.index.sqlite.soundness import broken_pages, damage
from grooveseek.models.protocol import Matrix


class SqliteIndex:
    """One generation of an index file: the current one, or with `building` one that is being made."""

    def __init__(self, database: Database, building: int | None = None) -> None:
        self._database = database
        self._building = building
        self._views = Views()
        self._swept = building is not None

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        with self._database.reading() as connection:
            state = self._state(connection)
            yield SqliteSnapshot(Scope(connection, state.number), state, self._views)

    def revision(self) -> int:
        with self._database.reading() as connection:
            return self._state(connection).revision

    def replace_document(
        self, document: Document, file: FileState, passage_keys: Sequence[bytes], vectors: Matrix | None = None
    ) -> DocumentWrite:
        with self._changing() as scope:
            written = writes.replace_document(scope, document, file, passage_keys, vectors)
        self._pack_if_due()
        return written

    def pending(self, limit: int, after: int = 0) -> Sequence[PendingChunk]:
        with self._database.reading() as connection:
            return pending.first(Scope(connection, self._state(connection).number), limit, after)

    def put_vectors(self, chunk_ids: Sequence[int], vectors: Matrix) -> int:
        with self._changing() as scope:
            stuck = writes.put_vectors(scope, chunk_ids, vectors)
        self._pack_if_due()
        return stuck

    def remove_documents(self, paths: Iterable[str]) -> int:
        removed = 0
        for path in paths:
            with self._changing() as scope:
                removed += writes.remove_document(scope, path)
        return removed

    def rename(self, pairs: Sequence[Rename], documents: Mapping[str, Document] | None = None) -> None:
        with self._changing() as scope:
            writes.rename(scope, pairs, documents or {})

    def touch(self, states: Mapping[str, FileState]) -> None:
        if states:
            with self._writing() as scope:
                touch(scope, states)

    def record(self, facts: Facts) -> None:
        with self._changing() as scope:
            generations.record(scope.connection, scope.generation, facts)

    def refusals(self) -> Mapping[str, Refusal]:
        with self._database.reading() as connection:
            return refusals.every(connection)

    def remember_refusals(self, remembered: Mapping[str, Refusal]) -> None:
        with self._database.writing() as connection:
            refusals.replace(connection, remembered)

    def begin_rebuild(self, facts: Facts) -> SqliteIndex:
        with self._database.writing() as connection:
            # Runs exclude each other, so whatever is still being built has lost its builder.
            generations.condemn_unfinished(connection)
            number = generations.create(connection, "building", facts)
            schema.create_tables(connection, number)
        self._drop_condemned()
        return SqliteIndex(self._database, building=number)

    def commit_rebuild(self) -> None:
        if self._building is None:
            raise ValueError("only an index that begin_rebuild gave can be switched in")
        self.compact()
        with self._database.writing() as connection:
            generations.switch(connection, self._building)
        self._building = None
        self._drop_condemned()

    def abandon_rebuild(self) -> None:
        if self._building is not None:
            with self._database.writing() as connection:
                generations.condemn(connection, self._building)
            self._drop_condemned()

    def compact(self) -> None:
        self._pack(packing.is_worth_it, packing.pack)
        self._pack(wordpacking.is_worth_it, wordpacking.pack)

    def repair(self) -> int:
        with self._database.reading() as connection:
            found = disagreements(Scope(connection, self._state(connection).number))
        if found:
            with self._changing() as scope:
                found = disagreements(scope)
                mend(scope, found)
            self._pack_if_due()
        return len(found)

    def check(self) -> Sequence[Fault]:
        with self._database.reading() as connection:
            broken = broken_pages(connection)
            if broken is not None:
                raise DamagedError(broken)
            return faults(Scope(connection, self._state(connection).number))

    def damage(self) -> str | None:
        with self._database.reading() as connection:
            return damage(connection)

    def close(self) -> None:
        if self._building is None:
            self._database.close()
        else:
            self.abandon_rebuild()

    def _state(self, connection: apsw.Connection) -> generations.Generation:
        if self._building is None:
            return generations.current(connection)
        return generations.numbered(connection, self._building)

    @contextmanager
    def _writing(self) -> Iterator[Scope]:
        """A write that no search can tell from outside."""
        if not self._swept:
            self._swept = True
            with self._database.writing() as connection:
                generations.condemn_orphans(connection)
            self._drop_condemned()
        with self._database.writing() as connection:
            yield Scope(connection, self._state(connection).number)

    @contextmanager
    def _changing(self) -> Iterator[Scope]:
        """A write after which searches may answer differently."""
        with self._writing() as scope:
            yield scope
            generations.bump(scope.connection, scope.generation)

    def _pack_if_due(self) -> None:
        self._pack(packing.is_due, packing.pack)
        self._pack(wordpacking.is_due, wordpacking.pack)

    def _pack(self, wanted: Callable[[Scope], bool], pack: Callable[[Scope], None]) -> None:
        with self._database.reading() as connection:
            is_wanted = wanted(Scope(connection, self._state(connection).number))
        if is_wanted:
            with self._writing() as scope:
                pack(scope)

    def _drop_condemned(self) -> None:
        with self._database.reading() as connection:
            numbers = generations.condemned(connection)
        for number in numbers:
            schema.drop_generation(self._database.writing, number)
