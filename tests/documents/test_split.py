from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.documents.bounds import size
from grooveseek.documents.split import split
from grooveseek.text.borders import grapheme_borders


def parts(text: str, budget: int, *borders: list[int]) -> list[str]:
    return [text[slice(*span)] for span in split(text, (0, len(text)), budget, borders)]


def test_what_fits_stays_whole() -> None:
    assert parts("One. Two.", 100) == ["One. Two."]


def test_nothing() -> None:
    assert parts("", 100) == [""]


def test_the_given_borders_come_first() -> None:
    text = "aaaa bbbb cccc dddd eeee ffff gggg hhhh "
    assert parts(text, size(text) - 1, [20]) == [text[:20], text[20:]]


def test_weaker_borders_part_only_what_is_still_too_long() -> None:
    text = "short one | " + "much longer part of this text ; and its other half of the text, "
    strong, weak = [text.index("|") + 1], [3, text.index(";") + 1]
    assert parts(text, size(text) - 12, strong, weak)[0].startswith("short one |")
    assert all(part == part.lstrip("rt") for part in parts(text, 16, strong, weak))


@pytest.mark.parametrize(
    ("parted", "budget"),
    [
        ("one two three\n\n|four five six\n\n|seven eight nine", 7),
        ("one two three\n|four five six\n|seven eight nine", 7),
        ("One two three. |Four five six. |Seven eight nine.", 10),
        ("これは一つ目。|これは二つ目。|これは三つ目。", 10),
    ],
)
def test_blank_lines_then_lines_then_sentences(parted: str, budget: int) -> None:
    assert parts(parted.replace("|", ""), budget) == parted.split("|")


def test_words_before_characters() -> None:
    assert all(part.endswith(" ") for part in parts("word " * 200, 30))


@pytest.mark.parametrize("cluster", ["👨‍👩‍👧", "か\u3099", "🇯🇵", "e\u0301"])
def test_no_character_is_split(cluster: str) -> None:
    text = cluster * 2000
    cut = parts(text, 100)
    assert len(cut) > 1
    assert all(part == cluster * (len(part) // len(cluster)) for part in cut)


def test_a_character_longer_than_a_piece_is_split_after_all() -> None:
    text = "a" + "\u0301" * 20_000
    assert max(size(part) for part in parts(text, 100)) <= 100


@settings(deadline=None, derandomize=True)
@given(st.text(st.sampled_from("ab Z9。、か゚日👨‍\u200d👩\t-.!\n\n#{}(:/*"), max_size=1500), st.integers(5, 60))
def test_spans_cover_the_text_within_the_budget_between_characters(text: str, budget: int) -> None:
    spans = split(text, (0, len(text)), budget)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(a[1] == b[0] for a, b in pairwise(spans))
    borders = {0, *grapheme_borders(text)}
    for start, end in spans:
        whole = text[start:end]
        assert size(whole) <= budget or len(grapheme_borders(whole)) == 1
        assert start in borders or size(whole) > budget // 2


@pytest.mark.parametrize("word", ["a", "あ", "a. ", "a\n", "a\n\n", "word ", "😀", "{\n", "\n", "か\u3099"])
def test_the_time_is_linear(word: str) -> None:
    def taken(count: int) -> float:
        text = word * count
        start = time.process_time()
        split(text, (0, len(text)), 400)
        return time.process_time() - start

    taken(1000)
    assert taken(80_000) < 40 * max(taken(8_000), 0.002)
