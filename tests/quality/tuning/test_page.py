from __future__ import annotations

from pathlib import Path

from grooveseek.quality.tuning.grid import Condition
from grooveseek.quality.tuning.page import report_to_page
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.report import Measured, Report
from support.pages import checked
from support.quality import diagnostics, golden_set, tuning_report

BETTER = Condition(60.0, 4.0, 1.0, 1.0)


def texts(report: Report) -> list[str]:
    return checked(report_to_page(report, Plan(golden_set(), (1, 5), 5), Path("/k<b"), "hash")).texts


def test_the_default_is_kept_with_every_reason() -> None:
    found = texts(tuning_report([{}, {}], diagnostics=(diagnostics("<q>"),)))
    assert "Keep the default" in found
    assert "the default is what all questions together choose" in found
    assert "/k<b" in found
    assert "<q>" in found


def test_a_gain_is_a_snippet_to_copy() -> None:
    found = texts(tuning_report([{BETTER: 0.75}] * 4, configured=Measured(BETTER, 0.25)))
    assert "Adopt" in found
    assert any("bm25_heading_weight = 4.0" in text for text in found)
    assert "as configured: heading 4, context 1, content 1, rrf_k 60" in found
    assert any("4 of 5 queries" in text for text in found)


def test_an_axis_that_is_not_measured_is_told() -> None:
    assert any("was not measured" in text for text in texts(tuning_report([{}], context_is_empty=True)))
