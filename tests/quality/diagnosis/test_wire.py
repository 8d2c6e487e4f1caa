from __future__ import annotations

import json

from grooveseek.quality.diagnosis.finding import Diagnosis, Finding
from grooveseek.quality.diagnosis.wire import diagnosis_to_wire


def test_the_shape_that_programs_rely_on() -> None:
    finding = Finding("missing-fts-row", "error", "...", 1, ("notes/a.md #0",), "groove index ...")
    assert json.loads(json.dumps(diagnosis_to_wire(Diagnosis(12, 80, (finding,))))) == {
        "documents": 12,
        "chunks": 80,
        "findings": [
            {
                "check": "missing-fts-row",
                "severity": "error",
                "summary": "...",
                "count": 1,
                "samples": ["notes/a.md #0"],
                "remedy": "groove index ...",
            }
        ],
    }


def test_nothing_to_report_is_an_empty_list() -> None:
    assert diagnosis_to_wire(Diagnosis(0, 0, ())) == {"documents": 0, "chunks": 0, "findings": ()}
