"""Every kind of damage, planted into a real index: named, repaired by the command that is named, and gone."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grooveseek.index.sqlite.connection import PAGE_SIZE, connect
from support.desk import Desk, desk
from support.index import damage

SCHEMA = '[fields.status]\ntype = "string"\n[fields.team]\n'
LOG = "The wind blew from the west all day long, and there was nothing else to be seen or to be written down."
NOTES = {
    "groove-schema.toml": SCHEMA,
    "notes/a.md": (
        "---\ntitle: Anchors\ntags: [ops, sea]\nstatus: active\n---\n# Anchors\n\n"
        "Drop the anchor in shallow water, well before the wind turns against you.\n"
    ),
    "notes/b.md": "---\nteam: [red, blue]\n---\n# Sails\n\nReef the sail early, and shake the reef out late.\n",
    "long.md": "# Log\n\n" + "".join(f"## Day {day}\n\n{LOG} The force was {day}.\n\n" for day in range(300)),
}


@dataclass(frozen=True)
class Planted:
    """One fault and what is said of it. Without `checks`, the index cannot be looked at at all."""

    name: str
    statements: tuple[str, ...]
    checks: tuple[str, ...] = ()
    rebuilds: bool = False
    """Whether the repairing command is the one with `--force`."""


def planted(name: str, *statements: str, finds: str = "", rebuilds: bool = False) -> Planted:
    return Planted(name, statements, tuple(finds.split()), rebuilds)


A = "(SELECT chunk_id FROM chunks_# JOIN documents_# USING (document_id) WHERE path = 'notes/a.md')"
DOC = "(SELECT document_id FROM documents_# WHERE path = 'notes/a.md')"
FIRST_BLOCK = "block_id = (SELECT min(block_id) FROM word_blocks_#)"

MATRIX = [
    # Documents.
    planted(
        "document deleted",
        f"DELETE FROM documents_# WHERE document_id = {DOC}",
        finds="chunk-without-document orphan-field-row",
    ),
    planted(
        "document duplicated",
        "INSERT INTO documents_# SELECT 99, 'copy.md', title, category, topic, date, depth, '[]', indexed_at, size, 0,"
        f" 0, mtime_ns, inode, sha256 FROM documents_# WHERE document_id = {DOC}",
        finds="document-without-chunks",
    ),
    planted(
        "document orphaned",
        f"UPDATE chunks_# SET document_id = 999 WHERE document_id = {DOC}",
        finds="chunk-without-document document-without-chunks",
    ),
    planted(
        "document title changed",
        f"UPDATE documents_# SET title = 'X' WHERE document_id = {DOC}",
        finds="other-text",
        rebuilds=True,
    ),
    planted(
        "document path changed",
        f"UPDATE documents_# SET path = 'x.md' WHERE document_id = {DOC}",
        finds="other-text",
        rebuilds=True,
    ),
    planted(
        "tags unreadable",
        f"UPDATE documents_# SET tags = '[' WHERE document_id = {DOC}",
        finds="field-rows",
    ),
    planted("size unknown", "UPDATE documents_# SET size = NULL", finds="size-not-recorded"),
    # Chunks.
    planted(
        "chunk deleted",
        f"DELETE FROM chunks_# WHERE chunk_id = {A}",
        finds="orphan-embedding orphan-fts-row document-without-chunks",
    ),
    planted(
        "chunk duplicated",
        "INSERT INTO chunks_# SELECT 9999, document_id, chunk_index, heading, level, breadcrumb, content, token_count,"
        f" quality, start_line, end_line, symbol_kind, attributes, passage_key FROM chunks_# WHERE chunk_id = {A}",
        finds="missing-embedding missing-fts-row chunk-order",
    ),
    planted(
        "chunk orphaned",
        "UPDATE chunks_# SET document_id = 999 WHERE chunk_id = 300",
        finds="chunk-without-document chunk-order",
    ),
    planted(
        "chunk text changed",
        f"UPDATE chunks_# SET content = 'other' WHERE chunk_id = {A}",
        finds="other-text",
        rebuilds=True,
    ),
    planted(
        "chunk attributes changed",
        f"UPDATE chunks_# SET attributes = '#other' WHERE chunk_id = {A}",
        finds="other-text",
        rebuilds=True,
    ),
    planted("chunk moved", f"UPDATE chunks_# SET chunk_index = 7 WHERE chunk_id = {A}", finds="chunk-order"),
    # Full text.
    planted("text row deleted", f"DELETE FROM texts_# WHERE chunk_id = {A}", finds="missing-fts-row packed-words"),
    planted(
        "text row orphaned",
        f"UPDATE texts_# SET chunk_id = 9999 WHERE chunk_id = {A}",
        finds="missing-fts-row orphan-fts-row",
    ),
    planted(
        "text row duplicated",
        "INSERT INTO texts_# SELECT 9999, 9999, title, path, heading, breadcrumb, content FROM texts_# LIMIT 1",
        finds="orphan-fts-row",
    ),
    planted(
        "text row of the same length",
        f"UPDATE texts_# SET content = replace(content, 'anchor', 'rudder') WHERE chunk_id = {A}",
        finds="other-text",
        rebuilds=True,
    ),
    planted(
        "text row of other length",
        f"UPDATE texts_# SET content = 'x' WHERE chunk_id = {A}",
        finds="other-text",
        rebuilds=True,
    ),
    planted(
        "word segment deleted", "DELETE FROM word_segments_#", finds="word-index-damaged not-packed", rebuilds=True
    ),
    planted(
        "word segment duplicated",
        "INSERT INTO word_segments_# SELECT 9, last_text_id, row_count, 0, text_ids, chunk_ids, lengths"
        " FROM word_segments_#",
        finds="packed-words",
    ),
    planted(
        "word segment orphaned", "UPDATE word_segments_# SET segment_id = 9", finds="word-index-damaged", rebuilds=True
    ),
    planted("word segment torn", "UPDATE word_segments_# SET lengths = x'00'", finds="packed-words"),
    planted(
        "word block deleted",
        f"DELETE FROM word_blocks_# WHERE {FIRST_BLOCK}",
        finds="word-index-damaged",
        rebuilds=True,
    ),
    planted(
        "word block duplicated",
        f"INSERT INTO word_blocks_# SELECT 99999, checksum, postings FROM word_blocks_# WHERE {FIRST_BLOCK}",
        finds="word-index-damaged",
        rebuilds=True,
    ),
    planted(
        "word block orphaned",
        f"UPDATE word_blocks_# SET block_id = 99999 WHERE {FIRST_BLOCK}",
        finds="word-index-damaged",
        rebuilds=True,
    ),
    planted(
        "word block changed",
        f"UPDATE word_blocks_# SET postings = zeroblob(length(postings)) WHERE {FIRST_BLOCK}",
        finds="word-index-damaged",
        rebuilds=True,
    ),
    planted("stale text row invented", "INSERT INTO stale_# SELECT min(text_id) FROM texts_#", finds="packed-words"),
    # Vectors.
    planted("vector deleted", f"DELETE FROM vectors_# WHERE chunk_id = {A}", finds="missing-embedding packed-vectors"),
    planted(
        "vector orphaned",
        f"UPDATE vectors_# SET chunk_id = 9999 WHERE chunk_id = {A}",
        finds="missing-embedding orphan-embedding packed-vectors",
    ),
    planted(
        "vector duplicated",
        "INSERT INTO vectors_# SELECT 9999, 9999, vector FROM vectors_# WHERE chunk_id = 1",
        finds="orphan-embedding",
    ),
    planted(
        "vector too short",
        f"UPDATE vectors_# SET vector = substr(vector, 3) WHERE chunk_id = {A}",
        finds="unusable-vector",
        rebuilds=True,
    ),
    planted(
        "vector too long",
        f"UPDATE vectors_# SET vector = CAST(vector || x'0000' AS BLOB) WHERE chunk_id = {A}",
        finds="unusable-vector",
        rebuilds=True,
    ),
    planted(
        "vector empty",
        f"UPDATE vectors_# SET vector = x'' WHERE chunk_id = {A}",
        finds="unusable-vector",
        rebuilds=True,
    ),
    planted(
        "vector with a NaN",
        f"UPDATE vectors_# SET vector = CAST(x'007E' || substr(vector, 3) AS BLOB) WHERE chunk_id = {A}",
        finds="unusable-vector",
        rebuilds=True,
    ),
    planted(
        "vector of zeros",
        f"UPDATE vectors_# SET vector = zeroblob(length(vector)) WHERE chunk_id = {A}",
        finds="unusable-vector",
        rebuilds=True,
    ),
    planted("all vectors gone", "DELETE FROM vectors_#", finds="missing-embedding packed-vectors"),
    planted("pending chunk invented", f"INSERT INTO pending_# SELECT {A}", finds="stale-pending"),
    planted("pending chunk orphaned", "INSERT INTO pending_# VALUES (9999)", finds="stale-pending"),
    planted(
        "vector still to come",
        f"INSERT INTO pending_# SELECT {A}",
        f"DELETE FROM vectors_# WHERE chunk_id = {A}",
        f"INSERT INTO removed_# SELECT {A}",
        finds="pending-embedding",
    ),
    planted("vector segment deleted", "DELETE FROM segments_#", finds="not-packed"),
    planted(
        "word segment and its blocks deleted",
        "DELETE FROM word_segments_#",
        "DELETE FROM word_blocks_#",
        finds="not-packed",
    ),
    planted(
        "nothing packed any more",
        "DELETE FROM segments_#",
        "DELETE FROM word_segments_#",
        "DELETE FROM word_blocks_#",
        finds="not-packed",
    ),
    planted(
        "vector segment duplicated",
        "INSERT INTO segments_# SELECT 9, last_vector_id, row_count, chunk_ids, centre, scales, codes FROM segments_#",
        finds="packed-vectors",
    ),
    planted(
        "vector segment of other chunks",
        "UPDATE segments_# SET chunk_ids = zeroblob(length(chunk_ids))",
        finds="packed-vectors",
    ),
    planted(
        "vector segment of other codes",
        "UPDATE segments_# SET codes = zeroblob(length(codes))",
        finds="packed-codes",
        rebuilds=True,
    ),
    planted(
        "vector segment with a scale that is no number",
        "UPDATE segments_# SET scales = CAST(x'0000C07F' || substr(scales, 5) AS BLOB)",
        finds="packed-codes",
        rebuilds=True,
    ),
    planted(
        "vector of another chunk",
        f"UPDATE vectors_# SET vector = (SELECT vector FROM vectors_# WHERE chunk_id = 7) WHERE chunk_id = {A}",
        finds="packed-codes",
        rebuilds=True,
    ),
    planted("vector segment torn", "UPDATE segments_# SET codes = x'00'", finds="packed-vectors"),
    planted(
        "removed chunk invented", "INSERT INTO removed_# SELECT min(chunk_id) FROM vectors_#", finds="packed-vectors"
    ),
    # Values to filter by.
    planted("tag deleted", "DELETE FROM fields_# WHERE value = 'ops'", finds="field-rows"),
    planted("tag changed", "UPDATE fields_# SET value = 'x' WHERE value = 'ops'", finds="field-rows"),
    planted("value deleted", "DELETE FROM fields_# WHERE key = 'status'", finds="field-rows"),
    planted(
        "value duplicated",
        "INSERT INTO fields_# SELECT key, 'x', document_id FROM fields_# WHERE key = 'status'",
        finds="field-rows",
    ),
    planted(
        "value orphaned",
        "INSERT INTO fields_# VALUES ('status', 'active', 999)",
        finds="orphan-field-row",
    ),
    # What is recorded.
    planted(
        "no declared set",
        "UPDATE generations SET facts = json_set(facts, '$.declared_fields', NULL)",
        finds="declared-fields-pending",
    ),
    planted(
        "stale declared set",
        "UPDATE generations SET facts = json_set(facts, '$.declared_fields', json('[\"status\"]'))",
        finds="declared-fields-stale",
    ),
    planted(
        "unfinished run",
        "UPDATE generations SET facts = json_set(facts, '$.run_state', 'text')",
        finds="run-not-finished",
    ),
    planted(
        "declared set no list",
        "UPDATE generations SET facts = json_set(facts, '$.declared_fields', 'status')",
        rebuilds=True,
    ),
    planted("facts unreadable", "UPDATE generations SET facts = '{'", rebuilds=True),
    planted("generation deleted", "DELETE FROM generations", rebuilds=True),
    planted(
        "generation duplicated",
        "INSERT INTO generations SELECT 9, state, owner, revision, layout, facts FROM generations",
        rebuilds=True,
    ),
    # Whole tables.
    planted("no table of vectors", "DROP TABLE vectors_#", finds="missing-embedding table-missing", rebuilds=True),
    planted(
        "no table of vectors nor a model",
        "DROP TABLE vectors_#",
        "UPDATE generations SET facts = json_set(facts, '$.model', NULL)",
        finds="vector-table-missing",
        rebuilds=True,
    ),
    planted("no table of texts", "DROP TABLE texts_#", finds="table-missing", rebuilds=True),
    planted("no table of word blocks", "DROP TABLE word_blocks_#", finds="table-missing", rebuilds=True),
    planted("no list of removed chunks", "DROP TABLE removed_#", finds="table-missing", rebuilds=True),
    planted("no table of documents", "DROP TABLE documents_#", rebuilds=True),
    planted("no table of chunks", "DROP TABLE chunks_#", rebuilds=True),
    planted("no table of values", "DROP TABLE fields_#", rebuilds=True),
    planted("index of a table gone", "DROP INDEX vector_of_chunk_#", rebuilds=True),
]


@pytest.fixture(scope="module")
def sailor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as patch:
        made = desk(tmp_path_factory.mktemp("matrix"), patch)
        for path, text in NOTES.items():
            made.note(path, text)
        assert made.on_notes("index", "--quiet").code == 0
        yield made


@pytest.fixture(scope="module")
def whole(sailor: Desk) -> bytes:
    """The index before anything was done to it."""
    connection = connect(sailor.index)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    assert sailor.on_notes("doctor").out == "3 documents, 303 chunks\nNo issues found.\n"
    return sailor.index.read_bytes()


def restore(sailor: Desk, whole: bytes) -> None:
    for suffix in ("-wal", "-shm"):
        Path(f"{sailor.index}{suffix}").unlink(missing_ok=True)
    sailor.index.write_bytes(whole)


def command_of(finding: dict[str, Any]) -> list[str]:
    command, _, _ = finding["remedy"].partition(": ")
    words = shlex.split(command)
    assert words[:2] == ["groove", "index"]
    return words[1:]


@pytest.mark.parametrize("fault", MATRIX, ids=lambda fault: fault.name)
def test_each_fault_is_named_and_repaired_by_the_command_that_is_named(
    sailor: Desk, whole: bytes, fault: Planted
) -> None:
    restore(sailor, whole)
    damage(sailor.index, *fault.statements)

    ran = sailor.on_notes("doctor", "--format", "json")
    if fault.checks:
        assert ran.code == 1
        findings = ran.json["findings"]
        assert [finding["check"] for finding in findings] == list(fault.checks)
        assert all(finding["count"] >= 1 and finding["summary"] for finding in findings)
        commands = {tuple(command_of(finding)) for finding in findings}
        assert any("--force" in command for command in commands) == fault.rebuilds
    else:
        assert (ran.code, ran.out) == (2, "")
        (line,) = [line for line in ran.err.splitlines() if line.startswith("Error: ")]
        assert str(sailor.index) in line
        assert "groove index --force" in line
        commands = {("index", "--kb-path", str(sailor.notes), "--force")}

    for command in sorted(commands):
        repaired = sailor.groove(*command)
        assert repaired.code == 0, repaired.err
    after = sailor.on_notes("doctor", "--format", "json")
    assert (after.code, after.json) == (0, {"documents": 3, "chunks": 303, "findings": []})
    assert "shallow water" in sailor.on_notes("search", "anchor in shallow water", "--format", "text").out


@pytest.mark.parametrize("page", range(1, 12))
def test_pages_overwritten_with_noise_are_noticed_and_the_file_is_replaced(
    sailor: Desk, whole: bytes, page: int
) -> None:
    restore(sailor, whole)
    place = (page * len(whole) // PAGE_SIZE // 12) * PAGE_SIZE
    noise = bytes((31 * number + 7) % 251 for number in range(PAGE_SIZE))
    sailor.index.write_bytes(whole[:place] + noise + whole[place + PAGE_SIZE :])

    ran = sailor.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert f"Error: {sailor.index} is not a usable index" in ran.err
    assert "groove index --force" in ran.err

    repaired = sailor.on_notes("index", "--force", "--quiet")
    assert repaired.code == 0, repaired.err
    assert "it is replaced" in repaired.err
    assert sailor.on_notes("doctor").code == 0
