"""Several processes on one file: none waits for a reader, none breaks it, and a dead one leaves it whole."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, TextQuery
from support.index import document, write, write_embedded
from support.models import HashEmbedder

PROGRAMS = Path(__file__).with_name("processes.py")
COMMON = TextQuery(("common",))
ALL = ChunkFilter()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".groove.db"


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PROGRAMS), program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def running(program: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A program that has got going; killed without warning at the end of the block."""
    process = started(program, *arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        assert process.stdout.readline().strip() == "ready", process.stderr.read()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def assert_whole(index: Index) -> None:
    assert list(index.check()) == []
    with index.snapshot() as snapshot:
        stats = snapshot.stats()
        assert all(row.chunk_count == 3 for row in snapshot.documents())
        assert stats.chunks == 3 * stats.documents
        assert stats.vectors + stats.pending == stats.chunks
        assert len(snapshot.text_candidates(COMMON, ALL, 1000)) == stats.chunks
        query = HashEmbedder().embed_query("common")
        assert len(snapshot.vector_candidates(query, ALL, 1000)) == stats.vectors


def test_a_writer_killed_at_any_moment_leaves_whole_documents(path: Path) -> None:
    chance = random.Random(20261130)
    for _ in range(10):
        with running("edit", path):
            time.sleep(chance.uniform(0.02, 0.4))
        index = open_index(path, create=True)
        assert_whole(index)
        index.close()


def test_a_switch_killed_at_any_moment_leaves_one_generation(path: Path) -> None:
    chance = random.Random(7)
    index = open_index(path, create=True)
    for row in range(3):
        write_embedded(index, document(f"{row}.md", f"common words {row}"))
    for _ in range(5):
        with running("switch", path):
            time.sleep(chance.uniform(0.02, 0.4))
        with index.snapshot() as snapshot:
            assert snapshot.stats().documents == 3
            assert len(snapshot.text_candidates(COMMON, ALL, 10)) == 3
            assert len(snapshot.vector_candidates(HashEmbedder().embed_query("common"), ALL, 10)) == 3
    index.close()


def test_what_a_dead_builder_left_is_dropped_by_the_next_write(path: Path) -> None:
    index = open_index(path, create=True)
    write(index, document("a.md", "common words"))
    with running("rebuild", path):
        assert _generations(path) == 2
    with index.snapshot() as snapshot:
        assert snapshot.stats().documents == 1
    index.close()
    index = open_index(path, create=True)
    write(index, document("b.md", "common words"))
    assert _generations(path) == 1
    assert list(index.check()) == []
    index.close()


def test_a_living_builder_is_left_alone_by_other_writers(path: Path) -> None:
    index = open_index(path, create=True)
    with running("rebuild", path) as builder:
        for row in range(20):
            write(index, document(f"{row}.md", "common words"))
        assert builder.poll() is None
        assert _generations(path) == 2
    index.close()


def test_eight_processes_open_a_missing_index_at_once(path: Path) -> None:
    moment = time.time() + 2
    processes = [started("first", path, moment, number) for number in range(8)]
    outcomes = [process.communicate(timeout=50) for process in processes]
    assert [out for out, _ in outcomes] == ["done\n"] * 8, outcomes
    index = open_index(path, create=False)
    with index.snapshot() as snapshot:
        assert sorted(row.path for row in snapshot.documents()) == [f"{number}.md" for number in range(8)]
    assert list(index.check()) == []
    index.close()


def test_readers_in_other_processes_answer_while_one_writes(path: Path) -> None:
    index = open_index(path, create=True)
    write_embedded(index, document("a.md", "common words"))
    readers = [started("read", path, 100) for _ in range(3)]
    until = time.monotonic() + 40
    turn = 0
    while any(reader.poll() is None for reader in readers) and time.monotonic() < until:
        write_embedded(index, document(f"{turn % 9}.md", *[f"common {turn} {row}" for row in range(20)]))
        turn += 1
    for reader in readers:
        out, errors = reader.communicate(timeout=1)
        assert out == "done\n", errors
    assert Path(f"{path}-wal").stat().st_size < 100 * 1024 * 1024
    assert list(index.check()) == []
    index.close()


def _generations(path: Path) -> int:
    """How many sets of tables there are."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(10_000)
    sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE 'documents_%'"
    (row,) = connection.execute(sql).fetchall()
    connection.close()
    assert isinstance(row[0], int)
    return row[0]
