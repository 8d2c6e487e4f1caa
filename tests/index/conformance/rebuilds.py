"""A rebuild grows beside the current state and replaces it at once, or not at all."""

from __future__ import annotations

import pytest

from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, Facts, Stats, TextQuery
from index.conftest import Engine
from support.index import contents_of, document, write, write_embedded
from support.models import HashEmbedder

_ALL = ChunkFilter()


def _found(index: Index, phrase: str) -> list[str]:
    with index.snapshot() as snapshot:
        return contents_of(snapshot, snapshot.text_candidates(TextQuery((phrase,)), _ALL, 10))


def _nearest(index: Index, text: str) -> list[str]:
    with index.snapshot() as snapshot:
        return contents_of(snapshot, snapshot.vector_candidates(HashEmbedder().embed_query(text), _ALL, 10))


def test_searches_go_on_from_the_current_state_until_the_switch(index: Index, engine: Engine) -> None:
    write_embedded(index, document("a.md", "old words"))
    other = engine()
    new = index.begin_rebuild(Facts(root="/kb", model="m", dimension=64))
    write_embedded(new, document("b.md", "new words"))
    for reader in (index, other):
        assert _found(reader, "words") == ["old words"]
        assert _nearest(reader, "words") == ["old words"]
    with new.snapshot() as snapshot:
        assert snapshot.stats() == Stats(documents=1, chunks=1, pending=0, vectors=1)
        assert snapshot.facts() == Facts(root="/kb", model="m", dimension=64)
    before = index.revision()
    new.commit_rebuild()
    for reader in (index, other, new):
        assert _found(reader, "words") == ["new words"]
        assert _nearest(reader, "words") == ["new words"]
        assert reader.revision() > before
    with index.snapshot() as snapshot:
        assert snapshot.facts() == Facts(root="/kb", model="m", dimension=64)
    assert list(index.check()) == []
    other.close()


def test_an_open_snapshot_outlives_the_switch(index: Index) -> None:
    write_embedded(index, document("a.md", "old words"))
    new = index.begin_rebuild(Facts())
    write_embedded(new, document("b.md", "new words"))
    with index.snapshot() as snapshot:
        new.commit_rebuild()
        assert contents_of(snapshot, snapshot.text_candidates(TextQuery(("words",)), _ALL, 10)) == ["old words"]
        query = HashEmbedder().embed_query("words")
        assert contents_of(snapshot, snapshot.vector_candidates(query, _ALL, 10)) == ["old words"]
    assert _nearest(index, "words") == ["new words"]


@pytest.mark.parametrize("ending", ["abandon_rebuild", "close"])
def test_an_abandoned_rebuild_leaves_the_current_state(index: Index, ending: str) -> None:
    write_embedded(index, document("a.md", "old words"))
    before = index.revision()
    new = index.begin_rebuild(Facts())
    write(new, document("b.md", "new words"))
    getattr(new, ending)()
    assert _found(index, "words") == ["old words"]
    assert index.revision() == before
    write(index, document("c.md", "more words"))
    assert sorted(_found(index, "words")) == ["more words", "old words"]
    assert list(index.check()) == []


def test_a_second_rebuild_replaces_one_that_was_never_ended(index: Index) -> None:
    write(index, document("a.md", "old words"))
    write(index.begin_rebuild(Facts()), document("b.md", "lost words"))
    new = index.begin_rebuild(Facts())
    write(new, document("c.md", "new words"))
    new.commit_rebuild()
    assert _found(index, "words") == ["new words"]


def test_only_a_rebuild_can_be_switched_in(index: Index) -> None:
    with pytest.raises(ValueError, match="begin_rebuild"):
        index.commit_rebuild()


def test_rebuilding_many_times_keeps_the_file_bounded(index: Index) -> None:
    for number in range(5):
        new = index.begin_rebuild(Facts())
        write_embedded(new, document("a.md", *[f"words {number} {row}" for row in range(20)]))
        new.commit_rebuild()
    assert len(_found(index, "words 4")) == 10
    assert list(index.check()) == []
