"""A run and its comparison as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from grooveseek.quality.evaluation.comparison import Comparison
from grooveseek.quality.evaluation.record import Run


def run_to_wire(run: Run, comparison: Comparison | None) -> dict[str, Any]:
    wire: dict[str, Any] = _plain(run)
    compared = comparison is not None and comparison.previous.corpus is not None
    return {
        "timestamp": wire["timestamp"],
        "fingerprint": wire["fingerprint"],
        "corpus": wire.get("corpus"),
        "corpus_changed": comparison.corpus_changed if comparison and compared else None,
        "aggregate": wire["aggregate"],
        "per_query": wire["per_query"],
        "findings": wire.get("findings", []),
        "previous": _plain(comparison.previous) if comparison else None,
        "diff": _plain(comparison.diff) if comparison else None,
    }


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, str_keys=True)
