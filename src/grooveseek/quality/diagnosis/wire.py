"""A diagnosis as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from grooveseek.quality.diagnosis.finding import Diagnosis


def diagnosis_to_wire(diagnosis: Diagnosis) -> dict[str, Any]:
    return asdict(diagnosis)
