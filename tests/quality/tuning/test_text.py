from __future__ import annotations

from pathlib import Path

from grooveseek.quality.paint import plain
from grooveseek.quality.tuning.grid import DEFAULT, Condition
from grooveseek.quality.tuning.plan import Plan
from grooveseek.quality.tuning.report import Impact, Measured, Report
from grooveseek.quality.tuning.text import report_to_text
from support.quality import diagnostics, golden_set, tuning_report

BETTER = Condition(60.0, 4.0, 1.0, 1.0)


def written(report: Report, plan: Plan | None = None) -> str:
    return report_to_text(report, plan or Plan(golden_set(), (1, 5), 5), Path("/kb"), "hash", plain)


def test_nothing_moves() -> None:
    text = written(tuning_report([{}, {}]))
    assert text.startswith(
        "groove tune  /kb\n"
        "golden golden.yml\n"
        "model hash, reranker none, limit 5, pool of at least 50 candidates a leg\n"
        "quality filter off: every chunk could be found\n"
        "100 chunks, 3 queries, 2 of them effective\n"
        "\n"
        "what the constants can move\n"
        "  0 of 3 queries (0%) with another nDCG@5 under some condition\n"
    )
    assert text.endswith(
        "keep the default, which is the usual outcome:\n"
        "  - the default is what all questions together choose\n"
        "  - the mean held-out gain of 0.0000 is not over 0.02\n"
        "  - the mean held-out gain of 0.0000 is not over 3 x SE (0.0000)"
    )


def test_a_clear_gain_is_a_snippet_and_an_advice() -> None:
    text = written(tuning_report([{BETTER: 0.75}] * 4))
    assert "  4 of 5 queries (80%) with another nDCG@5 under some condition\n" in text
    assert "0.5000 by default, 0.7500 at best with one condition for all" in text
    assert "\nadopt\n\n[search.fusion]\nrrf_k = 60.0\nbm25_heading_weight = 4.0\n" in text
    assert text.endswith("Confirm it with `groove eval` under your reranker before you keep it.")


def test_questions_are_listed_with_what_is_known_of_them() -> None:
    lines = written(tuning_report([{}])).split("\n")
    assert "   10     12     3     2  w      q0" in lines
    assert "    1     12     3     2  w-     still" in lines


def test_the_best_weights_and_every_constant_are_listed() -> None:
    text = written(tuning_report([{BETTER: 0.75}] * 4))
    assert "best weights at rrf_k 60 (mean nDCG@5)\n  0.7500  heading 4, context 1, content 1\n  0.5000  " in text
    assert "rrf_k at heading 4, context 1, content 1\n  0.5000  rrf_k 5\n" in text
    assert "  0.7500  rrf_k 60\n" in text


def test_what_is_configured_filtered_and_not_measured_is_told() -> None:
    report = tuning_report(
        [{}],
        configured=Measured(BETTER, 0.25),
        context_is_empty=True,
        impact=Impact(1, 2, -0.5, "q0"),
    )
    text = written(report, Plan(golden_set(), (5,), 5, min_quality=0.3))
    assert "as configured in [search.fusion]\n  0.2500  heading 4, context 1, content 1, rrf_k 60\n" in text
    assert "the weight of the context is not measured" in text
    assert "quality filter at 0.3" in text
    assert "1 improved, 2 degraded, worst -0.5000 (q0)" in text
    assert "SE unknown" in text
    assert report.chosen == DEFAULT


def test_no_name_moves_the_cursor() -> None:
    text = written(tuning_report([{}], diagnostics=(diagnostics("q\x1b[31m"),)))
    assert "\x1b" not in text
