from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.index.records import StoredChunk
from grooveseek.search.answer import ExpandedFrom
from grooveseek.search.parents import Passage, expand, tokens_of
from grooveseek.search.request import Expansion
from support.search import PLAIN_CHUNK, MemorySnapshot, document


def chunks(*tokens: int | None, path: str = "a.md", levels: tuple[int | None, ...] = ()) -> list[StoredChunk]:
    """A document whose n-th chunk says `n` and has the n-th of `tokens`."""
    level_of = dict(enumerate(levels))
    made = [
        replace(PLAIN_CHUNK, content=f"text {number}", token_count=count, level=level_of.get(number))
        for number, count in enumerate(tokens)
    ]
    return document(path, *made)


def expanded(stored: list[StoredChunk], *hits: int, unwanted: str = "never") -> list[Passage]:
    chosen = [stored[hit] for hit in hits]
    return list(expand(chosen, MemorySnapshot(stored), Expansion(), lambda chunk: unwanted in chunk.content))


def adjacent(first: int, last: int) -> ExpandedFrom:
    return ExpandedFrom("adjacent", first, last)


@pytest.mark.parametrize(
    ("tokens", "hit", "expected", "content"),
    [
        ((225, 225, 225), 1, adjacent(0, 2), "text 0\n\ntext 1\n\ntext 2"),
        ((225, 225, 225), 0, adjacent(0, 1), "text 0\n\ntext 1"),
        ((5000, 5000, 5000), 1, adjacent(1, 1), "text 1"),
        ((1, 230, 230), 0, ExpandedFrom("whole_document", total_chunks=3), "text 0\n\ntext 1\n\ntext 2"),
        ((20, 1500, 1500), 0, adjacent(0, 1), "text 0\n\ntext 1"),
        ((100,), 0, adjacent(0, 0), "text 0"),
        ((100, 100), 0, adjacent(0, 1), "text 0\n\ntext 1"),
        ((99,), 0, ExpandedFrom("whole_document", total_chunks=1), "text 0"),
        ((None, 50), 0, adjacent(0, 1), "text 0\n\ntext 1"),
    ],
)
def test_a_hit_is_shown_with_what_surrounds_it(
    tokens: tuple[int | None, ...], hit: int, expected: ExpandedFrom, content: str
) -> None:
    [passage] = expanded(chunks(*tokens), hit)

    assert passage.expanded_from == expected
    assert passage.content == content


def test_the_larger_neighbour_is_left_out_first() -> None:
    [passage] = expanded(chunks(1700, 500, 300), 1)

    assert passage.expanded_from == adjacent(1, 2)


def test_a_neighbour_of_another_heading_level_is_not_merged() -> None:
    [passage] = expanded(chunks(200, 200, 200, levels=(1, 2, 2)), 1)

    assert passage.expanded_from == adjacent(1, 2)


def test_a_neighbour_of_unknown_level_is_merged() -> None:
    [passage] = expanded(chunks(200, 200, 200, levels=(None, 2, 3)), 1)

    assert passage.expanded_from == adjacent(0, 1)


def test_a_small_document_is_shown_whole_by_its_best_hit_only() -> None:
    first, second, third = expanded(chunks(10, 20, 30), 1, 0, 2)

    assert first.expanded_from == ExpandedFrom("whole_document", total_chunks=3)
    assert second.expanded_from == adjacent(0, 0)
    assert second.content == "text 0"
    assert third.expanded_from == adjacent(2, 2)


def test_an_excluded_word_ends_the_merge() -> None:
    [passage] = expanded(chunks(200, 200, 200), 1, unwanted="text 0")

    assert passage.expanded_from == adjacent(1, 2)


def test_a_document_with_an_excluded_word_is_not_shown_whole() -> None:
    [passage] = expanded(chunks(10, 20, 30, 40), 0, unwanted="text 3")

    assert passage.expanded_from == adjacent(0, 1)


def test_the_hit_itself_is_shown_whatever_it_holds() -> None:
    [passage] = expanded(chunks(200), 0, unwanted="text 0")

    assert passage.content == "text 0"


def test_a_document_of_very_many_chunks_is_not_read_whole() -> None:
    stored = chunks(*[0] * (2 * 2000 + 64))

    [passage] = expanded(stored, 5)

    assert passage.expanded_from == adjacent(4, 6)


def test_hits_keep_their_order_across_documents() -> None:
    one, other = chunks(300, path="one.md"), chunks(300, path="other.md")

    passages = expand([other[0], one[0]], MemorySnapshot([*one, *other]), Expansion(), lambda _chunk: False)

    assert [passage.hit.path for passage in passages] == ["other.md", "one.md"]


@pytest.mark.parametrize(("stored", "tokens"), [(7, 7), (None, 2), (0, 2), (-1, 2)])
def test_tokens_are_estimated_from_bytes_where_none_are_stored(stored: int | None, tokens: int) -> None:
    assert tokens_of(replace(PLAIN_CHUNK, content="日本語", token_count=stored)) == tokens
