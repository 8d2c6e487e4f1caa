"""A validation as workflow annotations of GitHub Actions.

The escapes are those of its toolkit: `%`, CR and LF everywhere, `:` and `,` in properties too.
"""

from __future__ import annotations

from grooveseek.quality.validation.message import message
from grooveseek.quality.validation.run import Report, ViolatingFile
from grooveseek.quality.validation.violation import FrontmatterUnparsed, Violation

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def report_to_annotations(report: Report) -> str:
    """One line a violation; nothing without any."""
    return "\n".join(_annotation(file, violation) for file in report.files for violation in file.violations)


def _annotation(file: ViolatingFile, violation: Violation) -> str:
    path = file.path.translate(_PROPERTY)
    line = 1 if isinstance(violation, FrontmatterUnparsed) else file.key_lines.get(violation.field, 1)
    return f"::error file={path},line={line},title=frontmatter::{message(violation).translate(_DATA)}"
