"""`low_confidence`: whether the evidence of an answer tells what a knowledge base can answer from what it cannot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from benchmarks.quality.asked import legs_of
from benchmarks.quality.question import Question
from benchmarks.quality.scores import Interval, interval
from benchmarks.quality.sets import BASES, ONE_LANGUAGE, QuerySet
from benchmarks.quality.store import KeptVectors
from benchmarks.quality.unanswerable import EVERYDAY, gibberish
from numpy.typing import NDArray

from grooveseek.index.protocol import Index
from grooveseek.search.confidence import Signals, evidence, signals_of

NAMES = ("words", "nearness", "vocabulary", "agreement")
CUT = 1.5

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """The signals of one answer, and whether there was one to be found."""

    base: str
    asked: str
    """The set that the question is of."""
    answerable: bool
    across: bool
    """To be answered from pages in another language alone."""
    signals: Signals


@dataclass(frozen=True, slots=True)
class Pair:
    """A knowledge base's own questions against those of somewhere else."""

    base: str
    others: str
    across: bool
    area: float
    """Under the curve, with constants that were fitted on the other two knowledge bases."""
    best_single: tuple[str, float]
    gain: Interval
    """Of the area over that of the best single signal, over the knowledge base's own questions."""
    kept: float
    """Share of its own questions that are not called doubtful, at the recommended cut."""
    caught: float
    """Share of the others that are."""


def judge(indexes: Mapping[str, Index], models: KeptVectors, sets: Sequence[QuerySet]) -> list[Judged]:
    """Every set is asked of its own knowledge base and, where it has no globs, of the two others.

    Those with globs are asked, without, of the pages that these let through as well.
    """
    found = []
    for base, index in indexes.items():
        name, _, part = base.partition("/")
        own = [(each.name, _asked_of(part, each.questions)) for each in sets if each.base == name]
        with index.snapshot() as snapshot:
            for answerable, asked in ((True, own), (False, _foreign(name, sets).items())):
                for of, questions in asked:
                    for question in questions:
                        signals = signals_of(snapshot, question.text, legs_of(snapshot, models, question))
                        across = answerable and bool(part or question.globs)
                        found.append(Judged(base, of, answerable, across, signals))
    return found


def _asked_of(part: str, questions: Sequence[Question]) -> Sequence[Question]:
    """All of the whole knowledge base; of a part, those in the other language."""
    return [replace(each, globs=()) for each in questions if each.globs == (f"{part}/**",)] if part else questions


def _foreign(base: str, sets: Sequence[QuerySet]) -> Mapping[str, Sequence[Question]]:
    """By name, a sample of every other knowledge base's questions, and those of none."""
    found: dict[str, Sequence[Question]] = {}
    for other in BASES:
        if other != base:
            questions = [
                each for queries in sets if queries.base == other for each in queries.questions if not each.globs
            ]
            found[other] = questions[:: max(1, len(questions) // 200)]
    found["everyday"] = [Question(text, ()) for text in EVERYDAY]
    found["gibberish"] = [Question(text, ()) for text in gibberish()]
    return found


def pairs(judged: Sequence[Judged]) -> list[Pair]:
    found = []
    for base in (*BASES, *ONE_LANGUAGE):
        weights = fit([each for each in judged if each.base in BASES and not base.startswith(each.base)])
        here = [each for each in judged if each.base == base]
        for across in (False, True):
            own = [each for each in here if each.answerable and each.across is across]
            for others in dict.fromkeys(each.asked for each in here if own and not each.answerable):
                foreign = [each for each in here if each.asked == others]
                found.append(_pair(own, foreign, weights))
    return found


def _pair(own: Sequence[Judged], foreign: Sequence[Judged], weights: Numbers) -> Pair:
    mine, theirs = _rows(own), _rows(foreign)
    singles = {name: area(column(name, mine), column(name, theirs)) for name in NAMES}
    best = max(singles, key=lambda name: singles[name])
    return Pair(
        own[0].base,
        foreign[0].asked,
        own[0].across,
        area(mine @ weights, theirs @ weights),
        (best, singles[best]),
        interval(
            (chances(mine @ weights, theirs @ weights) - chances(column(best, mine), column(best, theirs))).tolist()
        ),
        float(np.mean(mine @ weights >= 0)),
        float(np.mean(theirs @ weights < 0)),
    )


def curve(judged: Iterable[Judged], cuts: Sequence[float]) -> list[tuple[float, float, float]]:
    """(cut, share of answerable kept, share of the others caught) with the constants in use, every pair alike."""
    groups: dict[tuple[str, str, bool], list[float]] = {}
    for each in (each for each in judged if each.base in BASES and not each.across):
        groups.setdefault((each.base, each.asked, each.answerable), []).append(evidence(each.signals))
    found = []
    for cut in cuts:
        kept = [float(np.mean(np.array(values) >= cut)) for (_, _, known), values in groups.items() if known]
        caught = [float(np.mean(np.array(values) < cut)) for (_, _, known), values in groups.items() if not known]
        found.append((cut, float(np.mean(kept)), float(np.mean(caught))))
    return found


def fit(judged: Sequence[Judged], columns: Sequence[int] = (0, 1, 2, 3)) -> Numbers:
    """Weights of the signals and a bias, not fitted on what is to be answered across languages.

    Logistic regression by Newton's method, every (base, set) weighing the same and the answerable as much as the
    others. A little ridge keeps it finite.
    """
    judged = [each for each in judged if each.base in BASES and not each.across]
    rows = _rows(judged)[:, [*columns, -1]]
    truth = np.array([each.answerable for each in judged], np.float64)
    groups = [(each.base, each.asked) for each in judged]
    counts = {group: groups.count(group) for group in set(groups)}
    share = np.array([1 / counts[group] for group in groups])
    for side in (0.0, 1.0):
        share[truth == side] /= share[truth == side].sum()
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (share * (chance - truth)) + 1e-3 * weights
        bend = (rows * (share * chance * (1 - chance))[:, None]).T @ rows + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def area(mine: Numbers, theirs: Numbers) -> float:
    """Under the receiver operating characteristic."""
    return float(chances(mine, theirs).mean())


def chances(mine: Numbers, theirs: Numbers) -> Numbers:
    """For each of `mine`, that one of `theirs` lies below it; equal ones count half."""
    above: Numbers = (mine[:, None] > theirs[None]).mean(axis=1) + 0.5 * (mine[:, None] == theirs[None]).mean(axis=1)
    return above


def column(name: str, rows: Numbers) -> Numbers:
    return rows[:, NAMES.index(name)]


def _rows(judged: Sequence[Judged]) -> Numbers:
    """The signals, and 1 for the bias."""
    return np.array([[*(getattr(each.signals, name) or 0.0 for name in NAMES), 1.0] for each in judged])
