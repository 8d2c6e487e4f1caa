"""A snapshot does not move, and neither readers nor writers wait for each other."""

from __future__ import annotations

import threading

from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, TextQuery, TopicNode
from index.conftest import Engine
from support.index import STATE, contents_of, document, write, write_embedded
from support.models import HashEmbedder

_ALL = ChunkFilter()
_WORDS = TextQuery(("words",))


def test_a_snapshot_shows_one_state_whatever_is_written(index: Index, engine: Engine) -> None:
    write_embedded(index, document("a.md", "first words"))
    writer = engine()
    query = HashEmbedder().embed_query("words")
    with index.snapshot() as snapshot:
        revision = snapshot.revision
        write_embedded(writer, document("b.md", "second words"))
        writer.remove_documents(["a.md"])
        assert snapshot.revision == revision
        assert [row.path for row in snapshot.documents()] == ["a.md"]
        assert contents_of(snapshot, snapshot.text_candidates(_WORDS, _ALL, 5)) == ["first words"]
        assert contents_of(snapshot, snapshot.vector_candidates(query, _ALL, 5)) == ["first words"]
    with index.snapshot() as snapshot:
        assert snapshot.revision > revision
        assert contents_of(snapshot, snapshot.vector_candidates(query, _ALL, 5)) == ["second words"]
    writer.close()


def test_an_older_snapshot_and_a_newer_one_each_have_their_vectors(index: Index) -> None:
    write_embedded(index, document("a.md", "first words"))
    query = HashEmbedder().embed_query("words")
    with index.snapshot() as older:
        write_embedded(index, document("b.md", "second words"))
        with index.snapshot() as newer:
            assert len(newer.vector_candidates(query, _ALL, 5)) == 2
            assert len(older.vector_candidates(query, _ALL, 5)) == 1
            assert len(newer.vector_candidates(query, _ALL, 5)) == 2


def test_a_writer_does_not_wait_for_an_open_snapshot(index: Index) -> None:
    write(index, document("a.md", "first words"))
    with index.snapshot() as snapshot:
        done = threading.Thread(target=write, args=(index, document("b.md", "second words")))
        done.start()
        done.join(timeout=30)
        assert not done.is_alive()
        assert snapshot.stats().documents == 1


def test_readers_in_many_threads_answer_while_one_writes(index: Index) -> None:
    write_embedded(index, document("a.md", "first words"))
    stop = threading.Event()
    failures: list[BaseException] = []
    query = HashEmbedder().embed_query("words")

    def read() -> None:
        try:
            while not stop.is_set():
                with index.snapshot() as snapshot:
                    documents = snapshot.stats().documents
                    assert len(snapshot.text_candidates(_WORDS, _ALL, 1000)) == documents
                    assert len(snapshot.vector_candidates(query, _ALL, 1000)) == documents
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(60):
        write_embedded(index, document(f"{number}.md", f"words {number}"))
        if number % 20 == 19:
            index.compact()
    stop.set()
    for reader in readers:
        reader.join(timeout=30)
    assert failures == []


def test_topics_are_counted_with_the_folders_below_them(index: Index) -> None:
    for path, category, topic in (
        ("readme.md", None, None),
        ("notes/a.md", "notes", None),
        ("deep-dive/mcp/overview.md", "deep-dive", "mcp"),
        ("deep-dive/mcp/tools/search.md", "deep-dive", "mcp"),
        ("deep-dive/mcp/tools/graph/walk.md", "deep-dive", "mcp"),
        ("x/y/z/doc.md", "x", "mcp"),
    ):
        title = None if path == "notes/a.md" else f"T {path}"
        write(index, document(path, "text", title=title, category=category, topic=topic), state=STATE)
    with index.snapshot() as snapshot:
        topics = snapshot.topics()
        last = max(row.indexed_at for row in snapshot.documents())
    walk = TopicNode("graph", 1, ())
    deep = ("deep-dive/mcp/overview.md", "deep-dive/mcp/tools/graph/walk.md", "deep-dive/mcp/tools/search.md")
    assert [(group.category, group.topic, group.file_count, group.titles, group.children) for group in topics] == [
        (None, None, 1, ("T readme.md",), ()),
        ("deep-dive", "mcp", 3, tuple(f"T {path}" for path in deep), (TopicNode("tools", 2, (walk,)),)),
        ("notes", None, 1, (), ()),
        ("x", "mcp", 1, ("T x/y/z/doc.md",), (TopicNode("z", 1, ()),)),
    ]
    assert max(group.last_updated for group in topics) == last
