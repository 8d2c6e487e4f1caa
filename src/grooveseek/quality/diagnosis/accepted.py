"""Warnings that whoever keeps the knowledge base has seen and accepted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from grooveseek.quality.diagnosis.finding import Diagnosis

WARNINGS = (
    "not-packed",
    "extension-not-registered",
    "name-not-spellable-on-windows",
    "larger-than-a-read-returns",
    "binary-uris-withheld",
    "size-not-recorded",
    "run-not-finished",
    "pending-embedding",
    "document-outdated",
    "declared-fields-pending",
    "declared-fields-stale",
    "chunk-policy-not-recorded",
    "chunked-without-definitions",
)
"""What can be accepted: nothing is lost by any of these."""


def without(diagnosis: Diagnosis, accepted: Collection[str]) -> tuple[Diagnosis, dict[str, int]]:
    """`diagnosis` without the accepted findings, and how many offenders each of these had."""
    left = tuple(finding for finding in diagnosis.findings if finding.check not in accepted)
    counts = {finding.check: finding.count for finding in diagnosis.findings if finding.check in accepted}
    return replace(diagnosis, findings=left), counts
