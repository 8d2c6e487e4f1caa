"""A diagnosis for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from grooveseek.config.shown import printable
from grooveseek.quality.diagnosis.finding import Diagnosis, Finding
from grooveseek.text.counted import counted


def diagnosis_to_text(diagnosis: Diagnosis) -> str:
    lines = [f"{counted(diagnosis.documents, 'document')}, {counted(diagnosis.chunks, 'chunk')}"]
    if not diagnosis.findings:
        lines.append("No issues found.")
    for finding in diagnosis.findings:
        lines += ["", *_finding(finding)]
    return "\n".join(lines)


def _finding(finding: Finding) -> Iterator[str]:
    yield f"[{finding.severity}] {finding.check}: {printable(finding.summary)}"
    yield from (f"  {printable(sample)}" for sample in finding.samples)
    more = finding.count - len(finding.samples)
    if finding.samples and more:
        yield f"  ... and {more} more"
    yield f"  fix: {finding.remedy}"
