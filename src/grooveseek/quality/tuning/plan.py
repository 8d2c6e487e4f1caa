"""What one tuning measures, settled before anything is opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.errors import GrooveError
from grooveseek.quality.golden.set import GoldenSet
from grooveseek.quality.tuning.grid import DEFAULT, Condition
from grooveseek.quality.tuning.question import PRIMARY_K
from grooveseek.search.settings import SearchSettings

MOST = 10_000
"""Largest cut-off and limit."""


@dataclass(frozen=True, slots=True)
class Plan:
    golden: GoldenSet
    k_values: tuple[int, ...]
    """Ascending, each once, the primary one among them."""
    limit: int
    min_quality: float = 0.0
    configured: Condition = DEFAULT
    """What `groove.toml` says of fusion."""

    @property
    def settings(self) -> SearchSettings:
        """Plain fusion: nothing reranks, diversifies or widens."""
        return SearchSettings(min_quality=self.min_quality)


def settled_k(k_values: Iterable[int]) -> tuple[int, ...]:
    """Raises `GrooveError` over the largest."""
    wanted = tuple(sorted({k for k in k_values if k} | {PRIMARY_K}))
    _check("--k", wanted[-1])
    return wanted


def settled_limit(given: int | None, k_values: tuple[int, ...]) -> int:
    """At least the largest cut-off. Raises `GrooveError` over the largest."""
    limit = max(given or 0, k_values[-1])
    _check("--limit", limit)
    return limit


def _check(flag: str, value: int) -> None:
    if value > MOST:
        raise GrooveError(f"{flag} {value} is too large; the maximum is {MOST}")
