from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.models.catalogue import embedder_card
from grooveseek.models.lookup import find_model
from grooveseek.models.places import Places
from grooveseek.text.tokens import estimate_tokens
from support.paths import SHARED_DATA, needs_shared_data


def test_nothing_costs_nothing() -> None:
    assert estimate_tokens("") == 0


@pytest.mark.parametrize(
    ("dense", "plain"),
    [
        ("Sh7FgNwvvmAu4HAqnbjn7SA9c8sH0bK2", "the notes of yesterday evening are"),
        ("{[(<>)]};:{[(<>)]};:{[(<>)]};:", "brackets and other such characters"),
        ("検索結果再評価順位付手法比較検討", "results of the comparison"),
    ],
)
def test_dense_text_costs_more_than_plain_words_of_its_length(dense: str, plain: str) -> None:
    assert estimate_tokens(dense) > estimate_tokens(plain)


@given(st.text(), st.text())
def test_cutting_never_lowers_the_sum(left: str, right: str) -> None:
    assert estimate_tokens(left + right) <= estimate_tokens(left) + estimate_tokens(right)


@given(st.text(min_size=1))
def test_an_estimate_is_positive_and_bounded_by_the_length(text: str) -> None:
    assert 0 < estimate_tokens(text) <= 6 + 4 * len(text)


def test_lone_surrogates_are_counted_like_other_characters() -> None:
    assert estimate_tokens("a\ud800b") > 0


def passages(name: str) -> Iterator[str]:
    """The files of a judged knowledge base, cut into 200 to 1,500 characters."""
    lengths = random.Random(name)
    for path in sorted((SHARED_DATA / name / "kb").rglob("*.md")):
        text, start = path.read_text(encoding="utf-8"), 0
        while len(text) - start >= 200:
            end = start + lengths.randint(200, 1500)
            yield text[start:end]
            start = end


@needs_shared_data
def test_one_passage_in_a_thousand_at_most_is_estimated_too_small_and_few_much_too_large() -> None:
    """Run with `-s` to see the figures that the performance page quotes."""
    tokenizer = find_model(embedder_card("multilingual-e5-small"), Places(hub=False)).tokenizer.with_name("sp.model")
    processor = sentencepiece.SentencePieceProcessor(model_file=str(tokenizer))
    everything: list[float] = []
    for name in ("vue", "jaquad", "cranfield"):
        texts = list(passages(name))
        ratios = sorted(
            estimate_tokens(text) / len(pieces) for text, pieces in zip(texts, processor.encode(texts), strict=True)
        )
        print(
            f"{name}: {len(ratios)} passages, lowest {ratios[0]:.3f}, median {statistics.median(ratios):.3f},", end=" "
        )
        print(f"99th percentile {ratios[len(ratios) * 99 // 100]:.2f}")
        everything += ratios
    too_small = sum(ratio < 1 for ratio in everything)
    print(f"{too_small} of {len(everything)} estimated too small")
    assert too_small <= len(everything) / 1000
    assert statistics.median(everything) <= 1.3
