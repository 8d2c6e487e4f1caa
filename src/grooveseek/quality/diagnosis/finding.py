"""What `doctor` reports. The names and meanings of these fields are a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

SAMPLES = 5

IndexCommand = Callable[[bool], str]
"""The `groove index` call for the index that is looked at; True for the one that rebuilds it."""


@dataclass(frozen=True, slots=True)
class Finding:
    check: str
    """A stable identifier."""
    severity: Severity
    """`error`: something is silently lost. `warning`: consistent, but not fully usable or not current."""
    summary: str
    count: int
    """All offenders."""
    samples: tuple[str, ...]
    """At most five of them, sorted."""
    remedy: str
    """What to run or change."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    documents: int
    chunks: int
    findings: tuple[Finding, ...]


def warning(check: str, summary: str, count: int, remedy: str, *, samples: Iterable[str] = ()) -> Finding:
    return Finding(check, "warning", summary, count, tuple(sorted(samples)[:SAMPLES]), remedy)
