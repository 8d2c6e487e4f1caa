"""A validation as JSON. Consumers ignore keys they do not know; what is optional here is left out where it is empty."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from grooveseek.quality.validation.run import Report, ViolatingFile
from grooveseek.quality.validation.violation import LengthOutOfRange, MissingRequired, Violation


def report_to_wire(report: Report) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "scanned": report.scanned,
        "violated": len(report.files),
        "ok": report.ok,
        "files": [
            {"path": file.path, "violations": [_violation(file, each) for each in file.violations]}
            for file in report.files
        ],
    }
    if report.unreadable:
        wire["unreadable"] = {"count": len(report.unreadable), "paths": list(report.unreadable)}
    return wire


def _violation(file: ViolatingFile, violation: Violation) -> dict[str, Any]:
    wire = {"kind": violation.kind, **asdict(violation)}
    # Absent and empty tags are held alike; only here can a reader tell them apart.
    if violation.field == "tags" and isinstance(violation, (MissingRequired, LengthOutOfRange)):
        wire |= {} if "tags" in file.key_lines else {"key_absent": True}
    return wire
