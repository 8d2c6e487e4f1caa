from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts, Fault
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


def packed(folder: Path) -> Written:
    """Three hundred chunks in one segment of each kind."""
    path = folder / ".groove.db"
    index = open_index(path, create=True)
    for number in range(6):
        write_embedded(index, document(f"{number}.md", *[f"text {number} {row}" for row in range(50)]))
    index.compact()
    assert list(index.check()) == []
    return Written(path, index)


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
        (
            "DELETE FROM documents_# WHERE path = 'notes/a.md'",
            [("chunk-without-document", 2, ("chunk 1 of document 1", "chunk 2 of document 1"))],
        ),
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


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM fields_# WHERE value = 'ops'", [("field-rows", 1, ("notes/c.md",))]),
        ("DELETE FROM fields_# WHERE key = 'status'", [("field-rows", 1, ("notes/c.md",))]),
        ("UPDATE fields_# SET value = 'other' WHERE value = 'ops'", [("field-rows", 1, ("notes/c.md",))]),
        (
            "INSERT OR IGNORE INTO fields_# SELECT key, 'twice', document_id FROM fields_#",
            [("field-rows", 1, ("notes/c.md",))],
        ),
        ("UPDATE documents_# SET tags = '{' WHERE document_id = 3", [("field-rows", 1, ("notes/c.md",))]),
        ("UPDATE documents_# SET tags = '7' WHERE document_id = 3", [("field-rows", 1, ("notes/c.md",))]),
        ("INSERT INTO fields_# VALUES ('status', 'x', 99), ('tags', 'y', 99)", [("orphan-field-row", 1, ("row 99",))]),
        ("UPDATE vectors_# SET vector = zeroblob(16) WHERE chunk_id = 2", [("unusable-vector", 1, ("notes/a.md #1",))]),
    ],
)
def test_values_to_filter_by_are_compared_with_their_documents(
    written: Written, statement: str, expected: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    tagged = document("notes/c.md", "fourth text", tags=("ops", "ops", "dev"), fields=(("status", "active"),))
    write_embedded(written.index, tagged, HashEmbedder(dimension=8))
    assert found(written) == []
    damage(written.path, statement)
    assert found(written) == expected


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "vectors_#",
            [
                ("missing-embedding", 3, ("notes/a.md #0", "notes/a.md #1", "notes/b.md #0")),
                ("table-missing", 1, ("vectors_1",)),
            ],
        ),
        ("texts_#", [("table-missing", 1, ("texts_1",))]),
        ("documents_#", [("table-missing", 1, ("documents_1",))]),
        ("chunks_#", [("table-missing", 1, ("chunks_1",))]),
        ("stale_#", [("table-missing", 1, ("stale_1",))]),
    ],
)
def test_a_table_that_is_missing_is_named_and_the_rest_is_compared(
    written: Written, table: str, expected: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    written.index.record(Facts(model="hash", dimension=8))
    damage(written.path, f"DROP TABLE {table}")
    assert found(written) == expected
    assert written.index.damage() == f"it lacks the table {table.replace('#', '1')}"


def test_without_a_recorded_model_the_store_of_vectors_itself_is_missing(written: Written) -> None:
    damage(written.path, "DROP TABLE vectors_#", "DELETE FROM texts_# WHERE chunk_id = 1")
    assert found(written) == [("vector-table-missing", 3, ()), ("missing-fts-row", 1, ("notes/a.md #0",))]


@pytest.mark.parametrize("facts", [Facts(), Facts(model="hash", dimension=8)])
def test_without_chunks_no_vector_is_missing(tmp_path: Path, facts: Facts) -> None:
    path = tmp_path / ".groove.db"
    index = open_index(path, create=True)
    index.record(facts)
    damage(path, "DROP TABLE vectors_#")
    assert list(index.check()) == []
    index.close()


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
    written = packed(tmp_path)
    path, index = written.path, written.index
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


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE segments_# SET codes = x'00'", [("packed-vectors", 1, ("row 1",))]),
        ("UPDATE segments_# SET chunk_ids = substr(chunk_ids, 2)", [("packed-vectors", 1, ("row 1",))]),
        ("UPDATE word_segments_# SET lengths = x''", [("packed-words", 1, ("row 1",))]),
    ],
)
def test_packed_rows_that_cannot_be_read_are_found(
    tmp_path: Path, statement: str, expected: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    written = packed(tmp_path)
    damage(written.path, statement)
    assert found(written) == expected
    written.index.close()


FIRST = "block_id = (SELECT min(block_id) FROM word_blocks_#)"


@pytest.mark.parametrize(
    "statement",
    [
        f"DELETE FROM word_blocks_# WHERE {FIRST}",
        f"INSERT INTO word_blocks_# SELECT block_id + 99999, checksum, postings FROM word_blocks_# WHERE {FIRST}",
        f"UPDATE word_blocks_# SET block_id = block_id + 99999 WHERE {FIRST}",
        f"UPDATE word_blocks_# SET checksum = checksum + 1 WHERE {FIRST}",
        f"UPDATE word_blocks_# SET postings = zeroblob(length(postings)) WHERE {FIRST}",
        "DELETE FROM word_segments_#",
    ],
)
def test_blocks_that_are_gone_too_many_or_changed_are_found(tmp_path: Path, statement: str) -> None:
    written = packed(tmp_path)
    damage(written.path, statement)
    assert [fault.check for fault in written.index.check()] == ["word-index-damaged"]
    written.index.close()
