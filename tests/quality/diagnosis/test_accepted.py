from __future__ import annotations

import re

from grooveseek.quality.diagnosis.accepted import WARNINGS, without
from grooveseek.quality.diagnosis.finding import Diagnosis, Finding, warning
from support.paths import REPOSITORY


def test_accepted_findings_are_left_out_and_counted() -> None:
    error = Finding("missing-fts-row", "error", "1.", 1, (), "run")
    large = warning("larger-than-a-read-returns", "3.", 3, "split")
    size = warning("size-not-recorded", "2.", 2, "run")
    left, ignored = without(Diagnosis(5, 9, (error, large, size)), ("larger-than-a-read-returns", "not-packed"))
    assert left == Diagnosis(5, 9, (error, size))
    assert ignored == {"larger-than-a-read-returns": 3}


def test_every_warning_and_no_error_can_be_accepted() -> None:
    page = (REPOSITORY / "docs" / "quality-tools.md").read_text("utf-8")
    assert set(WARNINGS) == set(re.findall(r"^\| `([a-z-]+)` \| warning \|", page, re.MULTILINE))
