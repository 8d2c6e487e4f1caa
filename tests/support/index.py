"""Small knowledge bases for tests of the index and of what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.passage import passage, passage_key
from grooveseek.index.protocol import Index, Snapshot
from grooveseek.index.records import Candidate, DocumentWrite, FileState
from grooveseek.models.protocol import Embedder, Matrix
from support.models import HashEmbedder

STATE = FileState(size=100, mtime_ns=1, inode=2, sha256="00")


def chunk(content: str, heading: str | None = None, **others: object) -> Chunk:
    """A chunk whose index `document` fills in."""
    return replace(Chunk(0, content, heading), **others)  # type: ignore[arg-type]


def document(path: str, *chunks: str | Chunk, **metadata: object) -> Document:
    """A document of these passages; category and topic only where given."""
    numbered = tuple(
        replace(item if isinstance(item, Chunk) else Chunk(0, item), index=index) for index, item in enumerate(chunks)
    )
    return replace(Document(path, numbered), **metadata)  # type: ignore[arg-type]


def passages(written: Document) -> list[str]:
    return [passage(written.title, part, "off") for part in written.chunks]


def write(index: Index, written: Document, *, vectors: Matrix | None = None, state: FileState = STATE) -> DocumentWrite:
    keys = [passage_key(text) for text in passages(written)]
    return index.replace_document(written, state, keys, vectors)


def write_embedded(index: Index, written: Document, embedder: Embedder | None = None) -> DocumentWrite:
    """Write a document together with its vectors."""
    return write(index, written, vectors=(embedder or HashEmbedder()).embed_documents(passages(written)))


def contents_of(snapshot: Snapshot, candidates: Sequence[Candidate]) -> list[str]:
    """What the candidates say, best first."""
    return [found.content for found in snapshot.chunks([candidate.chunk_id for candidate in candidates])]


def paths_of(snapshot: Snapshot, candidates: Sequence[Candidate]) -> list[str]:
    """The documents of the candidates, best first."""
    return [found.path for found in snapshot.chunks([candidate.chunk_id for candidate in candidates])]


def damage(path: Path, *statements: str) -> None:
    """Change the SQLite engine's tables behind its back; `_#` in a name stands for the current generation."""
    from grooveseek.index.sqlite import generations
    from grooveseek.index.sqlite.database import Database
    from grooveseek.index.sqlite.scope import Scope

    database = Database(path)
    with database.writing() as connection:
        scope = Scope(connection, generations.current(connection).number)
        for statement in statements:
            scope.run(statement)
        generations.bump(connection, scope.generation)
    database.close()
