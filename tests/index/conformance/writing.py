"""What is written can be read back, whole, and what did not change is kept."""

from __future__ import annotations

import numpy as np
import pytest

from grooveseek.documents.document import Document
from grooveseek.errors import ModelError, RefusedFileError
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, Facts, FileState, Refusal, Rename, Stats, TextQuery
from index.conftest import Engine
from support.index import STATE, chunk, contents_of, document, passages, paths_of, write, write_embedded
from support.models import HashEmbedder

_ALL = ChunkFilter()


def _embed_pending(index: Index) -> None:
    waiting = index.pending(1000)
    texts = [f"{item.heading or ''} {item.content}" for item in waiting]
    index.put_vectors([item.chunk_id for item in waiting], HashEmbedder().embed_documents(texts))


def test_a_new_index_is_empty(index: Index) -> None:
    with index.snapshot() as snapshot:
        assert snapshot.stats() == Stats(documents=0, chunks=0, pending=0, vectors=0)
        assert snapshot.facts() == Facts()
        assert snapshot.files() == {}
        assert list(snapshot.documents()) == []
        assert list(snapshot.topics()) == []
        assert snapshot.document("a.md") is None
    assert list(index.check()) == []
    assert index.damage() is None


def test_a_document_reads_back_as_written(index: Index) -> None:
    written = document(
        "guide/setup/first.md",
        chunk("Body text.", "Setup", level=2, ancestry=("Guide",), breadcrumb="Guide > Setup", quality=0.7),
        chunk("def f(): ...", symbol_kind="function", start_line=3, end_line=9),
        title="First",
        category="guide",
        topic="setup",
        date="2026-04-10",
        depth="deep",
        tags=("b", "a"),
    )
    state = FileState(size=1234, mtime_ns=1_700_000_000_123_456_789, inode=2**64 - 1, sha256="ab" * 32)
    write(index, written, state=state)
    with index.snapshot() as snapshot:
        row = snapshot.document("guide/setup/first.md")
        assert row is not None
        assert (row.path, row.title, row.category, row.topic) == ("guide/setup/first.md", "First", "guide", "setup")
        assert (row.date, row.depth, row.tags, row.size, row.chunk_count) == ("2026-04-10", "deep", ("b", "a"), 1234, 2)
        assert snapshot.files()["guide/setup/first.md"].state == state
        assert list(snapshot.documents()) == [row]
        first, second = snapshot.chunks_of(row.document_id)
        assert (first.index, first.heading, first.level, first.content) == (0, "Setup", 2, "Body text.")
        assert (first.breadcrumb, first.quality, first.token_count) == ("Guide > Setup", 0.7, 2)
        assert (first.title, first.category, first.topic, first.tags) == ("First", "guide", "setup", ("b", "a"))
        assert (second.symbol_kind, second.start_line, second.end_line) == ("function", 3, 9)
        assert (second.index, second.heading, second.level) == (1, None, None)


def test_the_time_of_indexing_is_utc_in_rfc_3339(index: Index) -> None:
    write(index, document("a.md", "text"))
    with index.snapshot() as snapshot:
        row = snapshot.document("a.md")
    assert row is not None
    assert row.indexed_at[10] == "T"
    assert row.indexed_at.endswith(("Z", "+00:00"))


def test_chunks_come_in_the_order_asked_for(index: Index) -> None:
    write(index, document("a.md", "zero", "one", "two"))
    with index.snapshot() as snapshot:
        row = snapshot.document("a.md")
        assert row is not None
        ids = [found.chunk_id for found in snapshot.chunks_of(row.document_id)]
        assert [found.content for found in snapshot.chunks([ids[2], ids[0], 10**9])] == ["two", "zero"]
        assert list(snapshot.chunks([])) == []


def test_a_range_of_chunks_includes_both_ends(index: Index) -> None:
    write(index, document("a.md", "zero", "one", "two", "three"))
    with index.snapshot() as snapshot:
        row = snapshot.document("a.md")
        assert row is not None
        assert [found.index for found in snapshot.chunks_of(row.document_id, 1, 2)] == [1, 2]
        assert [found.index for found in snapshot.chunks_of(row.document_id, 2)] == [2, 3]


def test_chunks_wait_for_vectors_until_they_have_one(index: Index) -> None:
    write(index, document("a.md", "zero", chunk("one", "H", breadcrumb="T > H"), title="T"))
    first, second = index.pending(10)
    assert (first.content, second.heading, second.breadcrumb, second.title) == ("zero", "H", "T > H", "T")
    assert [item.content for item in index.pending(10, after=first.chunk_id)] == ["one"]
    assert [item.content for item in index.pending(1)] == ["zero"]
    vector = np.eye(2, 4, dtype=np.float32)
    assert index.put_vectors([first.chunk_id, second.chunk_id, 10**9], np.vstack([vector, vector[:1]])) == 2
    assert list(index.pending(10)) == []
    with index.snapshot() as snapshot:
        assert snapshot.stats() == Stats(documents=1, chunks=2, pending=0, vectors=2)
        stored = snapshot.vectors_of([second.chunk_id, first.chunk_id, 10**9])
    assert {key: value.tolist() for key, value in stored.items()} == {
        first.chunk_id: [1, 0, 0, 0],
        second.chunk_id: [0, 1, 0, 0],
    }


def test_a_vector_is_stored_once(index: Index) -> None:
    write(index, document("a.md", "zero"))
    (waiting,) = index.pending(10)
    one, other = np.eye(2, 4, dtype=np.float32)
    assert index.put_vectors([waiting.chunk_id], one[None, :]) == 1
    assert index.put_vectors([waiting.chunk_id], other[None, :]) == 0
    with index.snapshot() as snapshot:
        assert snapshot.vectors_of([waiting.chunk_id])[waiting.chunk_id].tolist() == [1, 0, 0, 0]


def test_a_vector_that_is_not_finite_is_refused(index: Index) -> None:
    write(index, document("a.md", "zero"))
    (waiting,) = index.pending(10)
    with pytest.raises(ModelError, match="not finite"):
        index.put_vectors([waiting.chunk_id], np.full((1, 4), np.nan, np.float32))
    assert len(index.pending(10)) == 1


def test_vectors_may_commit_with_the_text(index: Index) -> None:
    write_embedded(index, document("a.md", "zero", "one"))
    with index.snapshot() as snapshot:
        assert snapshot.stats() == Stats(documents=1, chunks=2, pending=0, vectors=2)


def test_editing_one_section_leaves_only_that_one_to_embed(index: Index) -> None:
    write_embedded(index, document("a.md", "zero", "one", "two"))
    written = write(index, document("a.md", "an intro", "zero", "ONE", "two"))
    assert (written.chunks, written.reused_vectors) == (4, 2)
    assert [item.content for item in index.pending(10)] == ["an intro", "ONE"]
    with index.snapshot() as snapshot:
        row = snapshot.document("a.md")
        assert row is not None
        assert [part.content for part in snapshot.chunks_of(row.document_id)] == ["an intro", "zero", "ONE", "two"]
        assert [part.index for part in snapshot.chunks_of(row.document_id)] == [0, 1, 2, 3]
    assert list(index.check()) == []


def test_a_chunk_whose_row_changes_but_not_its_passage_keeps_its_vector(index: Index) -> None:
    write_embedded(index, document("a.md", chunk("same", quality=1.0)))
    assert write(index, document("a.md", chunk("same", quality=0.5))).reused_vectors == 1
    with index.snapshot() as snapshot:
        assert snapshot.stats().pending == 0
        assert snapshot.quality_counts(0.6) == (0, 1)
    assert list(index.check()) == []


def test_passages_that_repeat_each_have_their_vector(index: Index) -> None:
    write_embedded(index, document("a.md", "same", "same"))
    assert write(index, document("a.md", "same", "same", "same")).reused_vectors == 3
    with index.snapshot() as snapshot:
        assert snapshot.stats() == Stats(documents=1, chunks=3, pending=0, vectors=3)
    assert list(index.check()) == []


def test_what_a_document_no_longer_says_is_not_found(index: Index) -> None:
    write_embedded(index, document("a.md", "about zebras", "about lions"))
    write(index, document("a.md", "about lions"))
    with index.snapshot() as snapshot:
        assert list(snapshot.text_candidates(TextQuery(("zebras",)), _ALL, 5)) == []
        assert snapshot.stats() == Stats(documents=1, chunks=1, pending=0, vectors=1)
        query = HashEmbedder().embed_query("about zebras")
        assert contents_of(snapshot, snapshot.vector_candidates(query, _ALL, 5)) == ["about lions"]


def test_a_new_title_is_found_though_the_chunks_are_the_same(index: Index) -> None:
    write_embedded(index, document("a.md", chunk("body", "H"), title="Ostrich"))
    write(index, document("a.md", chunk("body", "H"), title="Penguin"))
    with index.snapshot() as snapshot:
        assert len(snapshot.text_candidates(TextQuery(("penguin",)), _ALL, 5)) == 1
        assert list(snapshot.text_candidates(TextQuery(("ostrich",)), _ALL, 5)) == []
    assert list(index.check()) == []


def test_half_of_a_surrogate_pair_refuses_the_file_and_writes_nothing(index: Index) -> None:
    with pytest.raises(RefusedFileError, match=r"a\.md"):
        write(index, document("a.md", "good", title="\ud800"))
    with index.snapshot() as snapshot:
        assert snapshot.stats().documents == 0


def test_a_document_has_at_least_one_chunk(index: Index) -> None:
    with pytest.raises(ValueError, match="at least one chunk"):
        index.replace_document(Document("a.md", ()), STATE, ())


def test_removing_tells_how_many_were_there(index: Index) -> None:
    for path in ("a.md", "b.md", "c.md"):
        write_embedded(index, document(path, f"text of {path}", tags=("t",)))
    assert index.remove_documents(["a.md", "nowhere.md", "c.md"]) == 2
    with index.snapshot() as snapshot:
        assert [row.path for row in snapshot.documents()] == ["b.md"]
        assert snapshot.stats() == Stats(documents=1, chunks=1, pending=0, vectors=1)
    assert list(index.check()) == []


def test_renaming_keeps_chunks_and_vectors(index: Index) -> None:
    write_embedded(index, document("old/name.md", "body text"))
    with index.snapshot() as snapshot:
        (before,) = snapshot.text_candidates(TextQuery(("body",)), _ALL, 5)
    index.rename([Rename("old/name.md", "new/place.md")])
    with index.snapshot() as snapshot:
        assert snapshot.document("old/name.md") is None
        (found,) = snapshot.chunks([before.chunk_id])
        assert found.path == "new/place.md"
        assert snapshot.stats() == Stats(documents=1, chunks=1, pending=0, vectors=1)
        assert len(snapshot.text_candidates(TextQuery(("new/place",)), _ALL, 5)) == 1
        assert list(snapshot.text_candidates(TextQuery(("old/name",)), _ALL, 5)) == []
    assert list(index.check()) == []


def test_renaming_writes_what_comes_from_the_path(index: Index) -> None:
    write(index, document("old/x/name.md", "body text", title="old name", category="old", topic="x"))
    moved = Document("new/y/z.md", (), title="Zebra", category="new", topic="y")
    index.rename([Rename("old/x/name.md", "new/y/z.md")], {"new/y/z.md": moved})
    with index.snapshot() as snapshot:
        row = snapshot.document("new/y/z.md")
        assert row is not None
        assert (row.title, row.category, row.topic) == ("Zebra", "new", "y")
        assert len(snapshot.text_candidates(TextQuery(("zebra",)), _ALL, 5)) == 1
    assert list(index.check()) == []


def test_two_documents_may_swap_names(index: Index) -> None:
    write(index, document("a.md", "first"))
    write(index, document("b.md", "second"))
    index.rename([Rename("a.md", "b.md"), Rename("b.md", "a.md")])
    with index.snapshot() as snapshot:
        assert paths_of(snapshot, snapshot.text_candidates(TextQuery(("first",)), _ALL, 5)) == ["b.md"]
        assert snapshot.stats().documents == 2
    assert list(index.check()) == []


def test_a_document_moved_over_another_replaces_it(index: Index) -> None:
    write(index, document("a.md", "first"))
    write(index, document("b.md", "second"))
    index.rename([Rename("a.md", "b.md"), Rename("gone.md", "c.md")])
    with index.snapshot() as snapshot:
        assert [row.path for row in snapshot.documents()] == ["b.md"]
        assert list(snapshot.text_candidates(TextQuery(("second",)), _ALL, 5)) == []
    assert list(index.check()) == []


def test_files_are_asked_for_by_name_and_by_folder(index: Index) -> None:
    for path in ("a.md", "a/b.md", "a/c/d.md", "a-b.md", "a0.md", "a.md.md", "b/a/e.md", "日記/一.md", "100%/x.md"):
        write(index, document(path, "text"))
    with index.snapshot() as snapshot:
        assert set(snapshot.files_at(["a"])) == {"a/b.md", "a/c/d.md"}
        assert set(snapshot.files_at(["a.md"])) == {"a.md"}
        assert set(snapshot.files_at(["a/c", "日記", "b/a/e.md", "gone"])) == {"a/c/d.md", "日記/一.md", "b/a/e.md"}
        assert set(snapshot.files_at(["100%"])) == {"100%/x.md"}
        assert snapshot.files_at([]) == {}
        assert snapshot.files_at(["a.md"])["a.md"] == snapshot.files()["a.md"]


def test_touching_records_the_file_state_alone(index: Index) -> None:
    write(index, document("a.md", "text"))
    newer = FileState(size=101, mtime_ns=5, inode=6, sha256="11")
    before = index.revision()
    index.touch({"a.md": newer, "nowhere.md": newer})
    with index.snapshot() as snapshot:
        assert snapshot.files()["a.md"].state == newer
    assert index.revision() == before


def test_facts_are_replaced_whole(index: Index, engine: Engine) -> None:
    facts = Facts(
        root="/kb",
        model="e5",
        model_build="b1",
        dimension=384,
        context_mode="static",
        declared_fields=("status", "環境"),
        generations={"passage": "1"},
        run_state="vectors",
    )
    index.record(facts)
    other = engine()
    with other.snapshot() as snapshot:
        assert snapshot.facts() == facts
    other.close()
    index.record(Facts(declared_fields=()))
    with index.snapshot() as snapshot:
        assert snapshot.facts() == Facts(declared_fields=())


def test_the_revision_moves_when_answers_may_differ(index: Index) -> None:
    seen = [index.revision()]
    write(index, document("a.md", "text"))
    seen.append(index.revision())
    _embed_pending(index)
    seen.append(index.revision())
    index.rename([Rename("a.md", "b.md")])
    seen.append(index.revision())
    index.remove_documents(["b.md"])
    seen.append(index.revision())
    assert seen == sorted(set(seen))
    index.compact()
    assert index.revision() == seen[-1]


def test_vector_counts_match_passages(index: Index) -> None:
    written = document("a.md", "zero", "one")
    with pytest.raises(ValueError, match="passage key"):
        index.replace_document(written, STATE, [b"x" * 16])
    with pytest.raises(ValueError, match="vector"):
        write(index, written, vectors=HashEmbedder().embed_documents(passages(written)[:1]))


def test_refusals_are_remembered_as_a_whole_by_path(engine: Engine) -> None:
    index = engine()
    assert index.refusals() == {}
    scan = Refusal(9, 1_700_000_000_123_456_789, 2**64 - 1, "rule", "no page has text")
    index.remember_refusals({"b.pdf": scan, "日記.md": Refusal(0, 1, 2, "rule", "")})
    revision = index.revision()
    index.remember_refusals({"b.pdf": scan})
    index.close()
    index = engine()
    assert index.refusals() == {"b.pdf": scan}
    assert index.revision() == revision
    index.close()


def test_refusals_are_of_files_and_not_of_a_generation(index: Index) -> None:
    refusals = {"b.pdf": Refusal(9, 8, 7, "rule", "no page has text")}
    beside = index.begin_rebuild(Facts())
    beside.remember_refusals(refusals)
    assert index.refusals() == beside.refusals() == refusals
    beside.abandon_rebuild()
    assert index.refusals() == refusals
