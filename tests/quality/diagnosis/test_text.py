from __future__ import annotations

from grooveseek.quality.diagnosis.finding import Diagnosis, Finding
from grooveseek.quality.diagnosis.text import diagnosis_to_text


def test_nothing_to_report() -> None:
    assert diagnosis_to_text(Diagnosis(12, 80, ())) == "12 documents, 80 chunks\nNo issues found."


def test_each_finding_with_samples_and_the_number_of_those_not_shown() -> None:
    many = Finding("larger-than-a-read-returns", "warning", "7 are large.", 7, ("a.md", "b.md"), "split them")
    none = Finding("size-not-recorded", "warning", "3 have no size.", 3, (), "run it")
    assert diagnosis_to_text(Diagnosis(12, 80, (many, none))).split("\n") == [
        "12 documents, 80 chunks",
        "",
        "[warning] larger-than-a-read-returns: 7 are large.",
        "  a.md",
        "  b.md",
        "  ... and 5 more",
        "  fix: split them",
        "",
        "[warning] size-not-recorded: 3 have no size.",
        "  fix: run it",
    ]


def test_all_samples_shown_leave_no_number() -> None:
    one = Finding("missing-fts-row", "error", "1.", 1, ("a.md #0",), "run")
    assert "more" not in diagnosis_to_text(Diagnosis(1, 1, (one,)))


def test_a_single_document_of_a_single_chunk() -> None:
    assert diagnosis_to_text(Diagnosis(1, 1, ())).startswith("1 document, 1 chunk\n")


def test_no_name_moves_the_cursor() -> None:
    one = Finding("missing-fts-row", "error", "1\x1b[0m.", 1, ("a\n\x1b[31m.md #0",), "run")
    lines = diagnosis_to_text(Diagnosis(1, 1, (one,))).split("\n")
    assert lines[2:4] == [r"[error] missing-fts-row: 1\x1b[0m.", r"  a\n\x1b[31m.md #0"]
