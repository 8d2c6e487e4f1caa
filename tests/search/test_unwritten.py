from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, Facts
from grooveseek.search.query import compile_query
from grooveseek.search.unwritten import unwritten
from support.index import document, write


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = open_index(tmp_path / "notes.db", create=True)
    opened.record(Facts(model="hash", dimension=64, context_mode="off", run_state="complete"))
    write(opened, document("boats.md", "Sail a boat across the Wind", title="Boats and Café", category="water"))
    write(opened, document("roads/列車.md", "列車の時刻表は、ﾎｰﾑに貼ってあります。C# for trains", category="roads"))
    yield opened
    opened.close()


def missing(index: Index, query: str, where: ChunkFilter | None = None) -> Sequence[str]:
    with index.snapshot() as snapshot:
        return unwritten(snapshot, where or ChunkFilter(), compile_query(query).quoted)


@pytest.mark.parametrize(
    "query",
    [
        '"boat across"',
        '"BOAT ACROSS the wind"',
        '"boats and cafe"',
        '"の時刻表"',
        '"ホームに"',
        '"C#"',
        '"列車"',
        "boat sails nobody wrote of",
        '"boat across" "の時刻表"',
        'boat -"over the wind"',
        '"  "',
        '""',
    ],
)
def test_what_is_written_anywhere_is_not_missing(query: str, index: Index) -> None:
    assert missing(index, query) == ()


@pytest.mark.parametrize(
    ("query", "phrases"),
    [
        ('"boat over the wind"', ("boat over the wind",)),
        ('"時刻表の列車"', ("時刻表の列車",)),
        ('"F#"', ("F#",)),
        ('"boat across" "wind across" train "列車に"', ("wind across", "列車に")),
        ('"wind across" "wind across"', ("wind across",)),
    ],
)
def test_what_nobody_wrote_is_missing(query: str, phrases: tuple[str, ...], index: Index) -> None:
    assert missing(index, query) == phrases


def test_only_what_the_filters_let_through_counts(index: Index) -> None:
    assert missing(index, '"boat across"', ChunkFilter(category="roads")) == ("boat across",)


def test_chunks_read_already_are_not_read_again(index: Index) -> None:
    with index.snapshot() as snapshot:
        (boats,) = [
            c for row in snapshot.documents() for c in snapshot.chunks_of(row.document_id) if row.path[0] == "b"
        ]
        nothing = ChunkFilter(category="none")

        assert unwritten(snapshot, nothing, ("boat across",), [boats]) == ()
        assert unwritten(snapshot, nothing, ("boat across",)) == ("boat across",)


def test_many_phrases_spread_over_many_chunks_are_all_found(tmp_path: Path) -> None:
    opened = open_index(tmp_path / "many.db", create=True)
    opened.record(Facts(model="hash", dimension=64, context_mode="off", run_state="complete"))
    for number in range(120):
        write(opened, document(f"{number}.md", f"entry {number:03} says {'nothing ' * (number % 7)}"))

    phrases = " ".join(f'"entry {number:03}"' for number in range(20)) + ' "entry 999"'

    assert missing(opened, phrases) == ("entry 999",)
    opened.close()
