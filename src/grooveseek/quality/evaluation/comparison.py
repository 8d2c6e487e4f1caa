"""A run beside the one before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from grooveseek.quality.evaluation.record import Run

DEFAULT_THRESHOLD = 0.05


class Diff(msgspec.Struct, frozen=True):
    """Current minus previous."""

    recall_at_k: dict[int, float]
    ndcg_at_k: dict[int, float]
    mrr: float


@dataclass(frozen=True, slots=True)
class Comparison:
    current: Run
    previous: Run
    """The newest run of the history, comparable or not."""
    threshold: float = DEFAULT_THRESHOLD
    """A loss greater than this is a regression."""

    @property
    def comparable(self) -> bool:
        return self.current.fingerprint == self.previous.fingerprint

    @property
    def golden_changed(self) -> bool:
        return self.current.fingerprint.golden_hash != self.previous.fingerprint.golden_hash

    @property
    def diff(self) -> Diff | None:
        """None unless comparable. A metric that the previous run has not counts as 0."""
        if not self.comparable:
            return None
        now, before = self.current.aggregate, self.previous.aggregate
        return Diff(
            recall_at_k=_differences(now.recall_at_k, before.recall_at_k),
            ndcg_at_k=_differences(now.ndcg_at_k, before.ndcg_at_k),
            mrr=now.mrr - before.mrr,
        )

    @property
    def corpus_changed(self) -> bool:
        """False where the previous run recorded no corpus."""
        before = self.previous.corpus
        return before is not None and before != self.current.corpus

    def corpus_change(self) -> str:
        """How the corpus changed, in words."""
        old, new = self.previous.corpus, self.current.corpus
        assert old is not None
        assert new is not None
        if (old.documents, old.chunks) == (new.documents, new.chunks):
            return f"the same {new.documents} documents and {new.chunks} chunks in number, with different contents"
        return f"{old.documents} -> {new.documents} documents, {old.chunks} -> {new.chunks} chunks"

    def regressions(self) -> Iterator[str]:
        """The metrics that fell by more than the threshold, each with both values."""
        now, before = self.current.aggregate, self.previous.aggregate
        if not self.comparable:
            return
        for name, k_now, k_before in (
            ("recall", now.recall_at_k, before.recall_at_k),
            ("nDCG", now.ndcg_at_k, before.ndcg_at_k),
        ):
            for k, value in k_now.items():
                yield from self._fallen(f"{name}@{k}", k_before.get(k, 0.0), value)
        yield from self._fallen("MRR", before.mrr, now.mrr)

    def _fallen(self, name: str, old: float, new: float) -> Iterator[str]:
        if math.isfinite(old) and math.isfinite(new) and old - new > self.threshold:
            yield f"{name} {old:.3f} -> {new:.3f}"


def usable_threshold(configured: float, warn: Callable[[str], None]) -> float:
    """`configured`, unless it could not tell a loss from a gain."""
    if math.isfinite(configured) and configured >= 0:
        return configured
    warn(f"[eval].regression_threshold = {configured} is no usable threshold; {DEFAULT_THRESHOLD} is used")
    return DEFAULT_THRESHOLD


def _differences(now: Mapping[int, float], before: Mapping[int, float]) -> dict[int, float]:
    return {k: value - before.get(k, 0.0) for k, value in now.items()}
