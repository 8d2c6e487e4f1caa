"""A validation for people at a terminal."""

from __future__ import annotations

from grooveseek.config.shown import printable
from grooveseek.quality.paint import Paint
from grooveseek.quality.validation.message import message
from grooveseek.quality.validation.run import Report


def report_to_text(report: Report, paint: Paint) -> str:
    if not report.files:
        return f"groove validate: {report.ok} files OK{_unreadable(report)}"
    header = f"{len(report.files)} file(s) with violations ({report.ok} OK){_unreadable(report)}"
    lines = [paint(header, "red")]
    for file in report.files:
        lines.append(paint(printable(file.path), "blue"))
        lines += [f"  {message(violation)}" for violation in file.violations]
    return "\n".join(lines)


def _unreadable(report: Report) -> str:
    return f", {len(report.unreadable)} of them not readable" if report.unreadable else ""
