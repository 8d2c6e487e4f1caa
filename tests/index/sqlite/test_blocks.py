from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.sqlite.blocks import BLOCK_BITS, Block, Posting, block_of, common_rows, encode
from grooveseek.index.sqlite.grams import ROW_BITS, Keys


def made(postings: Mapping[int, Sequence[int]]) -> Keys:
    return np.array(sorted(gram << ROW_BITS | row for gram, rows in postings.items() for row in rows), np.uint64)


def all_rows(block: Block, gram: int, rows: int) -> list[int] | None:
    for _, posting in block.find([gram], rows):
        return [int(row) for row in common_rows([posting], rows).rows()]
    return None


postings = st.dictionaries(
    st.sampled_from([1, 2, 3, 2**20, 2**21, 2**31, 2**32 - 1]),
    st.sets(st.integers(0, 99), min_size=1).map(sorted),
    min_size=1,
)


@given(postings)
def test_what_was_put_in_is_found_again(given_postings: dict[int, list[int]]) -> None:
    blocks = dict(encode(made(given_postings), 100))
    for gram, rows in given_postings.items():
        assert all_rows(blocks[block_of(gram)], gram, 100) == rows
    assert set(blocks) == {block_of(gram) for gram in given_postings}


@given(postings)
def test_blocks_give_back_what_they_were_made_from(given_postings: dict[int, list[int]]) -> None:
    found = made(given_postings)
    again = [block.keys(100) for _, block in encode(found, 100)]
    assert np.sort(np.concatenate(again)).tolist() == found.tolist()


def test_a_gram_that_is_not_there_is_not_found() -> None:
    ((_, block),) = encode(made({5: [1, 2]}), 10)
    assert list(block.find([4, 6], 10)) == []


def test_common_grams_take_a_bit_a_row() -> None:
    blocks = dict(encode(made({1: range(60000), 2**31: range(8000)}), 65536))
    assert len(blocks[0].data) == 65536 // 8
    assert len(blocks[2 ** (BLOCK_BITS - 1)].data) == 65536 // 8


def test_rare_grams_take_two_bytes_a_row() -> None:
    ((_, block),) = encode(made({1: range(4095)}), 65536)
    assert len(block.data) == 2 * 4095


def test_a_block_survives_being_written() -> None:
    ((_, block),) = encode(made({1: range(50), 2: [7], 3: [1, 99]}), 100)
    again = Block.of(block.blob())
    assert [all_rows(again, gram, 100) for gram in (1, 2, 3, 4)] == [list(range(50)), [7], [1, 99], None]


def test_no_postings_make_no_blocks() -> None:
    assert list(encode(np.empty(0, np.uint64), 10)) == []


@pytest.mark.parametrize("sizes", [(3, 50), (3, 5), (50, 60), (50, 60, 3), (100, 100), (0, 3)])
def test_common_rows_are_those_in_every_posting(sizes: tuple[int, ...]) -> None:
    chance = np.random.default_rng(sum(sizes))
    sets = [sorted(chance.choice(100, size, replace=False).tolist()) for size in sizes]
    found = dict(encode(made(dict(enumerate(sets))), 100))
    given_postings = [posting for _, posting in found[0].find(range(len(sizes)), 100)] if found else []
    if len(given_postings) == len(sizes):
        expected = sorted(set.intersection(*map(set, sets)))
        assert common_rows(given_postings, 100).rows().tolist() == expected


def test_one_posting_is_its_own_rows() -> None:
    assert common_rows([Posting(np.array([3, 7], np.uint16), None)], 10).rows().tolist() == [3, 7]
