"""What tuning found out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grooveseek.quality.evaluation.record import Aggregate
from grooveseek.quality.tuning.grid import DEFAULT, GRID, POSITIONS, RRF_KS, WEIGHT_SETS, Condition
from grooveseek.quality.tuning.question import Diagnostics
from grooveseek.quality.tuning.validation import CrossValidation, Scores
from grooveseek.quality.tuning.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Measured:
    """A condition and its mean nDCG@5 over the effective questions."""

    condition: Condition
    ndcg: float


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of the set the constants can move at all: what any choice of them could win or lose."""

    questions: int
    """All that expect something."""
    effective: int
    movable: int
    """Effective ones whose nDCG@5 is not the same under all conditions."""
    default: float
    best: float
    """Mean nDCG@5 over the effective questions of the best single condition, chosen with all of them in view."""
    ceiling: float
    """The same where every question has the condition that suits it best: no constant does better."""
    floor: float
    """Where every question has the one that suits it worst."""


@dataclass(frozen=True, slots=True)
class Impact:
    """The refitted condition against the default, question by question, over all of them."""

    improved: int
    degraded: int
    worst_delta: float
    """0 where nothing degraded."""
    worst_query: str | None


@dataclass(frozen=True, slots=True)
class Report:
    diagnostics: tuple[Diagnostics, ...]
    scores: Scores
    """Of the effective questions, in golden order."""
    effective_ids: tuple[str, ...]
    chunk_total: int
    pool: int
    context_is_empty: bool
    validation: CrossValidation
    baseline: Aggregate
    refit: Aggregate
    """All metrics over all questions, under the default and under the refitted condition."""
    violations: tuple[str, ...]
    impact: Impact
    verdict: Verdict
    configured: Measured | None = None
    """What `groove.toml` says of fusion, where it says something else than the default."""

    @property
    def chosen(self) -> Condition:
        return GRID[self.validation.refit]

    @property
    def means(self) -> Sequence[float]:
        """One a condition."""
        found: list[float] = self.scores.mean(axis=0).tolist()
        return found

    @property
    def top_weights(self) -> list[Measured]:
        """The five best weightings at the default `rrf_k`."""
        means = self.means
        places = [POSITIONS[Condition(DEFAULT.rrf_k, *weights)] for weights in WEIGHT_SETS]
        return [Measured(GRID[place], means[place]) for place in sorted(places, key=lambda p: (-means[p], p))[:5]]

    @property
    def k_sweep(self) -> list[Measured]:
        """Every `rrf_k` at the chosen weights."""
        conditions = (Condition(k, *self.chosen.weights) for k in RRF_KS)
        means = self.means
        return [Measured(condition, means[POSITIONS[condition]]) for condition in conditions]

    @property
    def reach(self) -> Reach:
        highest, lowest = self.scores.max(axis=1), self.scores.min(axis=1)
        means = self.means
        return Reach(
            questions=len(self.diagnostics),
            effective=len(self.scores),
            movable=int((highest - lowest > 1e-12).sum()),
            default=means[POSITIONS[DEFAULT]],
            best=max(means),
            ceiling=float(highest.mean()),
            floor=float(lowest.mean()),
        )


Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class NothingToTune:
    """No question reaches the words with two candidates, so that nothing could be told from anything."""

    candidates: Counts
    """Candidates by words of each question that expects something, by id."""
