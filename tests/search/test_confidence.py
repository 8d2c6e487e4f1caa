from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Background, Candidate
from grooveseek.search.candidates import Legs
from grooveseek.search.confidence import Signals, evidence, signals_of, witness_ids
from support.search import PLAIN_CHUNK

BACKGROUND = Background(spread=0.02, unrelated=0.8, deviation=0.02, vectors=100)


def ranked(*chunk_ids: int, best: float = 0.9) -> list[Candidate]:
    return [Candidate(chunk_id, best - 0.001 * place) for place, chunk_id in enumerate(chunk_ids)]


def signals(question: str, *contents: str, legs: Legs | None = None) -> Signals:
    witnesses = [replace(PLAIN_CHUNK, path="", content=content) for content in contents]
    return signals_of(question, legs or Legs((), ranked(1)), witnesses, BACKGROUND)


@pytest.mark.parametrize(
    ("given", "trusted"),
    [
        (Signals(words=1.0, nearness=3.0, agreement=0.5), True),
        (Signals(words=0.8, nearness=2.0, agreement=0.2), True),
        (Signals(words=0.0, nearness=0.0, agreement=0.0), False),
        (Signals(words=0.0, nearness=1.0, agreement=0.0), False),
        (Signals(words=0.2, nearness=-1.0, agreement=0.0), False),
        (Signals(words=0.9, nearness=None, agreement=0.3), True),
        (Signals(words=0.1, nearness=None, agreement=0.0), False),
        (Signals(words=0.8, nearness=None, agreement=None), True),
        (Signals(words=0.2, nearness=None, agreement=None), False),
    ],
)
def test_the_recommended_cut_lies_between_what_is_known_and_what_is_not(given: Signals, trusted: bool) -> None:
    assert (evidence(given) >= 1.5) is trusted


@given(st.floats(0, 1), st.floats(-50, 50), st.floats(0, 1))
def test_evidence_is_between_0_and_3_and_grows_with_each_signal(
    words: float, nearness: float, agreement: float
) -> None:
    base = evidence(Signals(words, nearness, agreement))

    assert 0.0 <= base <= 3.0
    assert evidence(Signals(1.0, nearness, agreement)) >= base
    assert evidence(Signals(words, nearness + 1, agreement)) >= base
    assert evidence(Signals(words, nearness, 1.0)) >= base


@pytest.mark.parametrize(("nearness", "found"), [(-1e9, 0.0), (1e9, 3.0)])
def test_no_nearness_is_too_large(nearness: float, found: float) -> None:
    assert evidence(Signals(0.5, nearness, 0.0)) == pytest.approx(found)


@pytest.mark.parametrize(
    ("question", "contents", "share"),
    [
        ("how do I watch a deep property", ["watch a property deep inside"], 1.0),
        ("how do I watch a deep property", ["watch this", "deep property"], 2 / 3),
        ("zzzqqx wibblefrotz", ["watch a property"], 0.0),
        ("計算プロパティのキャッシュ", ["計算されたプロパティはキャッシュされる"], 1.0),
        ("AI strategy", ["he said a strategy"], 0.5),
        ("ＴＯＫＩＯ", ["tokio"], 1.0),
        ("", ["anything"], 0.0),
        ("is it", ["is it so"], 1.0),
    ],
)
def test_the_share_of_words_is_that_of_the_best_witness(question: str, contents: list[str], share: float) -> None:
    assert signals(question, *contents).words == pytest.approx(share)


def test_title_heading_and_path_bear_witness_too() -> None:
    chunk = replace(PLAIN_CHUNK, title="Watchers", heading="Deep", path="guide/property.md", content="")

    assert signals_of("deep property watchers", Legs((), ranked(1)), [chunk], None).words == 1.0


def test_nearness_is_measured_in_deviations() -> None:
    assert signals("x", legs=Legs((), ranked(1, best=0.86))).nearness == pytest.approx(3.0)


def test_nearness_is_unknown_without_a_background_or_a_leg() -> None:
    assert signals_of("x", Legs((), ranked(1)), [], None).nearness is None
    assert signals_of("x", Legs(ranked(1), ()), [], BACKGROUND).nearness is None


def test_agreement_is_counted_over_the_first_ten() -> None:
    legs = Legs(words=ranked(*range(8, 58)), meaning=ranked(*range(50)))

    assert signals("x", legs=legs).agreement == pytest.approx(0.2)


def test_agreement_of_short_legs_is_counted_over_fewer() -> None:
    legs = Legs(words=ranked(3, 1), meaning=ranked(1, 2, 3, 4))

    assert signals("x", legs=legs).agreement == 0.0
    assert signals("x", legs=Legs(ranked(1, 3), ranked(1, 2, 3, 4))).agreement == 1.0


def test_one_leg_alone_agrees_with_nothing() -> None:
    assert signals("x", legs=Legs(ranked(1), ())).agreement is None
    assert signals("x", legs=Legs((), ranked(1))).agreement == 0.0


def test_witnesses_are_the_nearest_chunks() -> None:
    assert witness_ids(Legs(ranked(9, 8), ranked(1, 2, 3, 4))) == [1, 2, 3]
    assert witness_ids(Legs(ranked(9, 8), ())) == [9, 8]
