"""Whether the refitted condition is worth adopting. Keeping the default is the normal outcome."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grooveseek.quality.evaluation.record import Aggregate
from grooveseek.quality.tuning.grid import DEFAULT, GRID, Condition
from grooveseek.quality.tuning.validation import NEGLIGIBLE, CrossValidation

_LEAST_GAIN = 0.02
_STANDARD_ERRORS = 3.0
_LEAST_STABILITY = 0.5


@dataclass(frozen=True, slots=True)
class Verdict:
    condition: Condition
    """What is to be adopted; with reasons, what would have been."""
    reasons: tuple[str, ...] = ()
    """Why the default is kept; none where `condition` is to be adopted."""

    @property
    def adopts(self) -> bool:
        return not self.reasons

    @property
    def snippet(self) -> str:
        """The condition as it stands in `groove.toml`."""
        values = {
            "rrf_k": self.condition.rrf_k,
            "bm25_heading_weight": self.condition.heading,
            "bm25_context_weight": self.condition.context,
            "bm25_content_weight": self.condition.content,
        }
        return "\n".join(["[search.fusion]", *(f"{key} = {float(value)!r}" for key, value in values.items())]) + "\n"


def judge(validation: CrossValidation, violations: Sequence[str]) -> Verdict:
    return Verdict(GRID[validation.refit], tuple(_reasons(validation, violations)))


def _reasons(validation: CrossValidation, violations: Sequence[str]) -> Iterator[str]:
    mean, error = validation.mean, validation.standard_error
    if GRID[validation.refit] == DEFAULT:
        yield "the default is what all questions together choose"
    if not mean > _LEAST_GAIN:
        yield f"the mean held-out gain of {mean:.4f} is not over {_LEAST_GAIN}"
    if not mean > _STANDARD_ERRORS * error:
        bound = f"{_STANDARD_ERRORS * error:.4f}" if math.isfinite(error) else "unknown, with fewer than two questions"
        yield f"the mean held-out gain of {mean:.4f} is not over {_STANDARD_ERRORS:g} x SE ({bound})"
    if not validation.stability > _LEAST_STABILITY:
        yield f"only {validation.stability:.0%} of the folds choose the same condition"
    if violations:
        yield f"other metrics fall: {', '.join(violations)}"


def violations(baseline: Aggregate, refit: Aggregate) -> tuple[str, ...]:
    """Recall and MRR that are lower than with the default, by more than rounding."""
    pairs = [(f"recall@{k}", value, refit.recall_at_k[k]) for k, value in baseline.recall_at_k.items()]
    pairs.append(("MRR", baseline.mrr, refit.mrr))
    return tuple(f"{name} {old:.4f} -> {new:.4f}" for name, old, new in pairs if old - new > NEGLIGIBLE)
