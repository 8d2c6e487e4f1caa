from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Fault
from support.index import chunk, damage, document, write_embedded
from support.models import HashEmbedder


@dataclass(frozen=True)
class Written:
    path: Path
    index: Index


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    """`notes/a.md` with the chunks 1 and 2, `notes/b.md` with the chunk 3; the first packed, the last not."""
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    embedder = HashEmbedder(dimension=8)
    write_embedded(index, document("notes/a.md", chunk("first text", "Heading"), "second text"), embedder)
    write_embedded(index, document("notes/b.md", "third text"), embedder)
    assert list(index.check()) == []
    yield Written(path, index)
    index.close()


def found(written: Written) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(fault.check, fault.count, fault.samples) for fault in written.index.check()]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM vectors_# WHERE chunk_id = 1", [("missing-embedding", 1, ("notes/a.md #0",))]),
        ("DELETE FROM texts_# WHERE chunk_id = 2", [("missing-fts-row", 1, ("notes/a.md #1",))]),
        (
            "DELETE FROM chunks_# WHERE chunk_id = 3",
            [
                ("orphan-embedding", 1, ("row 3",)),
                ("orphan-fts-row", 1, ("row 3",)),
                ("document-without-chunks", 1, ("notes/b.md",)),
            ],
        ),
        ("DELETE FROM documents_# WHERE path = 'notes/a.md'", [("chunk-without-document", 2, ("row 1", "row 2"))]),
        ("INSERT INTO pending_# VALUES (1), (99)", [("stale-pending", 2, ("row 1", "row 99"))]),
        ("UPDATE vectors_# SET vector = x'0000' WHERE chunk_id = 2", [("unusable-vector", 1, ("notes/a.md #1",))]),
        (
            "UPDATE vectors_# SET vector = CAST(x'007E' || substr(vector, 3) AS BLOB) WHERE chunk_id = 2",
            [("unusable-vector", 1, ("notes/a.md #1",))],
        ),
        ("UPDATE chunks_# SET content = 'other words' WHERE chunk_id = 1", [("other-text", 1, ("notes/a.md #0",))]),
        ("UPDATE documents_# SET title = 'A title' WHERE document_id = 2", [("other-text", 1, ("notes/b.md #0",))]),
        ("UPDATE chunks_# SET chunk_index = 5 WHERE chunk_id = 2", [("chunk-order", 1, ("notes/a.md",))]),
        ("UPDATE chunks_# SET chunk_index = 0 WHERE chunk_id = 2", [("chunk-order", 1, ("notes/a.md",))]),
    ],
)
def test_each_disagreement_is_found(
    written: Written, statement: str, expected: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    damage(written.path, statement)
    assert found(written) == expected


def test_at_most_five_samples_are_given_in_order(tmp_path: Path) -> None:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    for name in "gfedcba":
        write_embedded(index, document(f"{name}.md", f"text of {name}"))
    damage(path, "DELETE FROM vectors_#")
    assert list(index.check()) == [
        Fault(
            "missing-embedding",
            "chunks have no vector and do not wait for one",
            7,
            ("a.md #0", "b.md #0", "c.md #0", "d.md #0", "e.md #0"),
        )
    ]
    index.close()


def test_packed_vectors_are_compared_with_the_stored_ones(tmp_path: Path) -> None:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    for number in range(6):
        write_embedded(index, document(f"{number}.md", *[f"text {number} {row}" for row in range(50)]))
    index.compact()
    assert list(index.check()) == []
    damage(path, "INSERT INTO removed_# VALUES (7)")
    assert [(fault.check, fault.count, fault.samples) for fault in index.check()] == [("packed-vectors", 1, ("row 7",))]
    damage(
        path,
        "DELETE FROM removed_#",
        "INSERT INTO segments_# SELECT 9, last_vector_id, row_count, chunk_ids, centre, scales, codes FROM segments_#",
    )
    assert [(fault.check, fault.count) for fault in index.check()] == [("packed-vectors", 300)]
    index.close()


def test_packed_words_are_compared_with_the_stored_ones(tmp_path: Path) -> None:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    for number in range(6):
        write_embedded(index, document(f"{number}.md", *[f"text {number} {row}" for row in range(50)]))
    index.compact()
    assert list(index.check()) == []
    damage(path, "INSERT INTO stale_# VALUES (7)")
    assert [(fault.check, fault.count, fault.samples) for fault in index.check()] == [("packed-words", 1, ("row 7",))]
    damage(
        path,
        "DELETE FROM stale_#",
        "UPDATE word_blocks_# SET postings = zeroblob(length(postings)) WHERE block_id % 7 = 0",
    )
    (fault,) = index.check()
    assert fault.check == "word-index-damaged"
    assert fault.count > 10
    index.close()
