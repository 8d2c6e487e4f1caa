from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.index.records import Background, Candidate, StoredChunk, Unrelated
from grooveseek.search.candidates import Legs
from grooveseek.search.confidence import Signals, evidence, signals_of, witness_ids
from grooveseek.search.vocabulary import vocabulary
from support.search import PLAIN_CHUNK, MemorySnapshot

BACKGROUND = Background(
    spread=0.02,
    unrelated=0.8,
    deviation=0.02,
    vectors=100,
    scripts={"Latin": Unrelated(0.82, 0.01, 0.5), "Japanese": Unrelated(0.78, 0.03, 0.0)},
)
OLDER = replace(BACKGROUND, scripts={})


def ranked(*chunk_ids: int, best: float = 0.9) -> list[Candidate]:
    return [Candidate(chunk_id, best - 0.001 * place) for place, chunk_id in enumerate(chunk_ids)]


def saying(*contents: str) -> list[StoredChunk]:
    """Chunks from number 1 on."""
    return [replace(PLAIN_CHUNK, chunk_id=1 + at, path="", content=content) for at, content in enumerate(contents)]


def signals(
    question: str,
    chunks: Sequence[StoredChunk] = (),
    legs: Legs | None = None,
    background: Background | None = BACKGROUND,
) -> Signals:
    """All chunks are witnesses where `legs` do not say otherwise."""
    legs = legs or Legs((), ranked(*(chunk.chunk_id for chunk in chunks)))
    return signals_of(MemorySnapshot(chunks, background=background), question, legs)


@pytest.mark.parametrize(
    ("given", "trusted"),
    [
        (Signals(words=1.0, nearness=3.0, vocabulary=0.4, agreement=0.5), True),
        (Signals(words=0.4, nearness=2.0, vocabulary=0.4, agreement=0.2), True),
        (Signals(words=0.0, nearness=0.0, vocabulary=-0.8, agreement=0.0), False),
        (Signals(words=0.0, nearness=1.0, vocabulary=0.0, agreement=0.0), False),
        (Signals(words=0.5, nearness=2.0, vocabulary=-1.5, agreement=0.1), False),
        (Signals(words=0.0, nearness=5.0, vocabulary=-0.2, agreement=0.0), True),
        (Signals(words=0.8, nearness=2.0, vocabulary=None, agreement=0.2), True),
        (Signals(words=0.2, nearness=-1.0, vocabulary=None, agreement=0.0), False),
        (Signals(words=0.9, nearness=None, vocabulary=0.0, agreement=0.3), True),
        (Signals(words=0.1, nearness=None, vocabulary=0.0, agreement=0.0), False),
        (Signals(words=0.8, nearness=None, vocabulary=None, agreement=None), True),
        (Signals(words=0.2, nearness=None, vocabulary=None, agreement=None), False),
    ],
)
def test_the_recommended_cut_lies_between_what_is_known_and_what_is_not(given: Signals, trusted: bool) -> None:
    assert (evidence(given) >= 1.5) is trusted


@given(st.floats(0, 1), st.floats(-50, 50), st.floats(-2.6, 0.4), st.floats(0, 1))
def test_evidence_is_between_0_and_3_and_grows_with_each_signal(
    words: float, nearness: float, vocabulary: float, agreement: float
) -> None:
    base = evidence(Signals(words, nearness, vocabulary, agreement))

    assert 0.0 <= base <= 3.0
    assert evidence(Signals(1.0, nearness, vocabulary, agreement)) >= base
    assert evidence(Signals(words, nearness + 1, vocabulary, agreement)) >= base
    assert evidence(Signals(words, nearness, 0.4, agreement)) >= base
    assert evidence(Signals(words, nearness, vocabulary, 1.0)) >= base


@pytest.mark.parametrize(("nearness", "found"), [(-1e9, 0.0), (1e9, 3.0)])
def test_no_nearness_is_too_large(nearness: float, found: float) -> None:
    assert evidence(Signals(0.5, nearness, 0.0, 0.0)) == pytest.approx(found)


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
    assert signals(question, saying(*contents)).words == pytest.approx(share)


def test_title_heading_and_path_bear_witness_too() -> None:
    chunk = replace(PLAIN_CHUNK, title="Watchers", heading="Deep", path="guide/property.md", content="")

    assert signals("deep property watchers", [chunk]).words == 1.0


def test_nearness_is_measured_in_deviations_of_unrelated_questions_in_the_same_script() -> None:
    nearest = Legs((), ranked(1, best=0.84))

    assert signals("property", legs=nearest).nearness == pytest.approx(2.0)
    assert signals("算出プロパティ", legs=nearest).nearness == pytest.approx(2.0)
    assert signals("算出プロパティ", legs=Legs((), ranked(1, best=0.87))).nearness == pytest.approx(3.0)


def test_nearness_is_that_to_all_unrelated_questions_where_none_are_in_the_same_script() -> None:
    nearest = Legs((), ranked(1, best=0.86))

    assert signals("свойство", legs=nearest).nearness == pytest.approx(3.0)
    assert signals("property", legs=nearest, background=OLDER).nearness == pytest.approx(3.0)


def test_nearness_is_unknown_without_a_background_a_deviation_or_a_leg() -> None:
    same = replace(BACKGROUND, scripts={"Latin": Unrelated(0.82, 0.0, 0.5)})

    assert signals("x", legs=Legs((), ranked(1)), background=None).nearness is None
    assert signals("x", legs=Legs((), ranked(1)), background=same).nearness is None
    assert signals("x", legs=Legs(ranked(1), ())).nearness is None


@pytest.mark.parametrize(
    ("question", "worth"),
    [
        ("watch a deep property", vocabulary(1.0, 0.5)),
        ("deep frying", vocabulary(0.5, 0.5)),
        ("zzzqqx wibblefrotz", vocabulary(0.0, 0.5)),
        ("監視", vocabulary(0.0, 0.0)),
        ("is it", vocabulary(0.0, 0.5)),
    ],
)
def test_words_may_stand_anywhere_in_the_knowledge_base(question: str, worth: float) -> None:
    """In a chunk that is no witness as well."""
    chunks = saying("watch that", "a property", "deep down")

    assert signals(question, chunks, Legs((), ranked(1))).vocabulary == pytest.approx(worth)


def test_words_are_not_looked_for_where_nothing_could_help() -> None:
    """Nothing near, no word at hand, no agreement: an even chance is out of reach, something else may not be."""
    far = Legs((), ranked(7, best=0.8))

    assert signals_of(MemorySnapshot(saying("watch"), background=BACKGROUND), "zzzqqx", far, 1.5).vocabulary == 0.4
    assert signals_of(MemorySnapshot(saying("watch"), background=BACKGROUND), "zzzqqx", far, 0.1).vocabulary == (
        pytest.approx(vocabulary(0.0, 0.5))
    )


@given(st.floats(0.7, 1.0), st.floats(0, 3), st.sampled_from(["watch", "zzzqqx watch", "zzzqqx", "算出"]))
def test_what_is_not_looked_for_changes_no_verdict(best: float, least: float, question: str) -> None:
    snapshot = MemorySnapshot(saying("watch that", "a property"), background=BACKGROUND)
    legs = Legs((), ranked(2, best=best))

    at_most = evidence(signals_of(snapshot, question, legs, least))
    assert (at_most < least) is (evidence(signals_of(snapshot, question, legs)) < least)


@pytest.mark.parametrize("background", [None, OLDER])
def test_vocabulary_is_unknown_until_unrelated_questions_were_asked(background: Background | None) -> None:
    assert signals("property", saying("a property"), background=background).vocabulary is None


def test_a_question_without_words_has_no_vocabulary() -> None:
    assert signals("?!", saying("a property")).vocabulary is None


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
