"""Renames are paired by content."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import DocumentRow, FileState, Rename
from grooveseek.indexing.begin import begin_run
from grooveseek.indexing.renames import Hashes, moved_metadata, pair_renames
from grooveseek.kb.walk import Found
from support.indexing import Base

_HASHES = {"x.md": "h1", "c.md": "h2", "y.md": "h1"}


def _state(sha256: str) -> FileState:
    return FileState(size=10, mtime_ns=1, inode=1, sha256=sha256)


def _found(path: str, size: int = 10) -> Found:
    return Found(path, size, 1, 1)


def _hash_of(found: Found) -> str | None:
    return _HASHES.get(found.path)


def _row(path: str, topic: str | None) -> DocumentRow:
    return DocumentRow(1, path, "T", "a", topic, None, None, (), "2026-01-01T00:00:00Z", 10, 1)


def test_each_vanished_path_takes_the_first_unused_new_path_of_its_hash() -> None:
    vanished = {"a.md": _state("h1"), "b.md": _state("h1")}
    assert pair_renames(vanished, [_found("x.md")], _hash_of) == [Rename("a.md", "x.md")]


def test_two_copies_pair_in_path_order() -> None:
    vanished = {"b.md": _state("h1"), "a.md": _state("h1")}
    pairs = pair_renames(vanished, [_found("y.md"), _found("x.md")], _hash_of)
    assert pairs == [Rename("a.md", "x.md"), Rename("b.md", "y.md")]


def test_a_file_of_another_size_is_not_read() -> None:
    asked: list[str] = []

    def hash_of(found: Found) -> str | None:
        asked.append(found.path)
        return "h1"

    assert pair_renames({"a.md": _state("h1")}, [_found("x.md", size=11)], hash_of) == []
    assert asked == []


def test_a_row_whose_bytes_were_never_read_pairs_with_nothing() -> None:
    assert pair_renames({"a.md": _state("")}, [_found("x.md")], lambda found: "") == []


def test_where_files_have_no_numbers_they_are_read_to_be_recognised(base: Base) -> None:
    base.write({"x.md": b"0123456789"})
    found = Found("x.md", 10, 1, 0)
    run = begin_run(base.kb, base.index, base.options(), base.report)
    other = FileState(size=10, mtime_ns=1, inode=0, sha256="of another file of equal size and time")
    assert Hashes(run, {"a.md": other})(found) == hashlib.sha256(b"0123456789").hexdigest()


def test_category_and_topic_follow_the_path() -> None:
    moved = moved_metadata(_row("deep/mcp/a.md", topic="mcp"), "notes/http/b.md")
    assert (moved.category, moved.topic, moved.title) == ("notes", "http", "T")


def test_a_topic_of_the_author_stays() -> None:
    assert moved_metadata(_row("deep/mcp/a.md", topic="protocols"), "notes/http/b.md").topic == "protocols"


_hashes = st.sampled_from(["h1", "h2", "h3"])
_names = st.text("abc", min_size=1, max_size=2)


@given(gone=st.dictionaries(_names, _hashes), new=st.dictionaries(_names.map("new/{}".format), _hashes))
def test_pairs_are_of_one_content_and_use_nothing_twice(gone: dict[str, str], new: dict[str, str]) -> None:
    pairs = pair_renames(
        {path: _state(digest) for path, digest in gone.items()},
        [_found(path) for path in new],
        lambda found: new[found.path],
    )
    assert all(gone[pair.old] == new[pair.new] for pair in pairs)
    assert len({pair.old for pair in pairs}) == len({pair.new for pair in pairs}) == len(pairs)
    for digest in ("h1", "h2", "h3"):
        count = min(list(gone.values()).count(digest), list(new.values()).count(digest))
        olds = sorted(path for path, found in gone.items() if found == digest)[:count]
        news = sorted(path for path, found in new.items() if found == digest)[:count]
        assert [(pair.old, pair.new) for pair in pairs if gone[pair.old] == digest] == list(
            zip(olds, news, strict=True)
        )
