from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.documents.bounds import CONTENT_TOKENS, PASSAGE_TOKENS, SMALLEST_CONTENT_TOKENS, content_budget, size
from grooveseek.documents.document import Chunk
from grooveseek.documents.passage import passage
from grooveseek.text.tokens import estimate_tokens


@pytest.mark.parametrize(("text", "expected"), [("", 0), (" " * 160, 10), ("A1" * 800, 100)])
def test_blanks_and_noise_count_by_their_length(text: str, expected: int) -> None:
    assert size(text) == expected


def test_sizes_of_parts_add_up_to_the_whole_at_least() -> None:
    sentence = "Words and 日本語 and 123 in one line.\n"
    assert size(sentence * 20) <= 20 * size(sentence)


@pytest.mark.parametrize(
    ("contexts", "budget"),
    [((), CONTENT_TOKENS), ((None, ""), CONTENT_TOKENS), (("Title > Heading",), CONTENT_TOKENS)],
)
def test_a_short_context_leaves_all_the_room(contexts: tuple[str | None, ...], budget: int) -> None:
    assert content_budget(*contexts) == budget


@settings(deadline=None, derandomize=True)
@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("0 aA日か.é"), max_size=50))
def test_no_context_that_passes_unmeasured_would_take_room(text: str) -> None:
    assert PASSAGE_TOKENS - size(text) >= CONTENT_TOKENS


def test_a_long_context_takes_room_but_never_all() -> None:
    long = "見出し" * 60
    assert content_budget("Title", long) == PASSAGE_TOKENS - size(long)
    assert content_budget("😀" * 5000) == SMALLEST_CONTENT_TOKENS


def test_the_fullest_passage_fits_the_window_of_the_default_model() -> None:
    heading = "見出し" * 60
    content = ""
    while size(content + "本文である。") <= content_budget(heading):
        content += "本文である。"
    chunk = Chunk(index=0, content=content, heading=heading, breadcrumb=heading)
    assert estimate_tokens(passage(None, chunk, "off")) <= 510
    assert estimate_tokens(passage(None, chunk, "static")) <= 510
