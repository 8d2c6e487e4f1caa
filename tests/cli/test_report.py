"""What an index run says on stderr in each mode."""

from __future__ import annotations

import pytest

from grooveseek.cli.report import BarReport, LineReport, ProgressReport, QuietReport, done_line, report_for
from grooveseek.indexing.report import Report, Summary


def _read(report: Report, files: int) -> None:
    for done in range(1, files + 1):
        report.progress("text", done, files)


def _lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()


def test_fifty_files_give_twenty_five_progress_lines(capsys: pytest.CaptureFixture[str]) -> None:
    _read(ProgressReport(), 50)
    lines = _lines(capsys)
    assert len(lines) == 25
    assert lines[0] == "Progress: 2/50 (4%)"
    assert lines[-1] == "Progress: 50/50 (100%)"


def test_forty_five_files_end_with_a_line_off_the_step(capsys: pytest.CaptureFixture[str]) -> None:
    _read(ProgressReport(), 45)
    lines = _lines(capsys)
    assert lines[0] == "Progress: 2/45 (4%)"
    assert lines[-2:] == ["Progress: 44/45 (97%)", "Progress: 45/45 (100%)"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (3, ["Progress: 1/3 (33%)", "Progress: 2/3 (66%)", "Progress: 3/3 (100%)"]),
        (0, []),
    ],
)
def test_few_files_give_a_line_each(files: int, expected: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _read(ProgressReport(), files)
    assert _lines(capsys) == expected


def test_vectors_are_told_by_tenths(capsys: pytest.CaptureFixture[str]) -> None:
    report = ProgressReport()
    for done in range(1, 1001):
        report.progress("vectors", done, 1000)
    lines = _lines(capsys)
    assert len(lines) == 10
    assert lines[0] == "Vectors: 100/1000 (10%)"
    assert lines[-1] == "Vectors: 1000/1000 (100%)"


def test_the_default_names_each_document(capsys: pytest.CaptureFixture[str]) -> None:
    report = LineReport()
    report.indexed("a/b.md", 3)
    report.renamed("old.md", "new.md")
    report.deleted("gone.md")
    assert _lines(capsys) == ["  indexed: a/b.md (3 chunks)", "  renamed: old.md -> new.md", "  deleted: gone.md"]


def test_quiet_still_says_what_was_found_and_warns(capsys: pytest.CaptureFixture[str]) -> None:
    report = QuietReport()
    report.found(2, ("md", "txt"))
    report.indexed("a.md", 1)
    report.deleted("b.md")
    report.warning("Skipping c.md: not UTF-8")
    assert _lines(capsys) == ['Found 2 source files (extensions: ["md", "txt"])', "Skipping c.md: not UTF-8"]


def test_progress_in_a_pipe_is_lines_and_on_a_terminal_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(report_for(quiet=False, progress=True), ProgressReport)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert isinstance(report_for(quiet=False, progress=True), BarReport)


def test_a_bar_leaves_nothing_behind_but_what_was_said(capsys: pytest.CaptureFixture[str]) -> None:
    report = BarReport()
    report.progress("text", 1, 2)
    report.warning("warning: a.md: odd")
    report.progress("text", 2, 2)
    report.close()
    last = capsys.readouterr().err.split("\r")[-1]
    assert last.strip() == ""


def test_the_summary_names_every_counter_and_the_first_skipped_paths() -> None:
    summary = Summary(4, 9, 1, 2, 3, 7, 1, 1500, skipped_paths=("a.md", "b.md"))
    assert done_line(summary) == (
        "Done in 1500ms: 4 docs (1 updated, 2 renamed, 3 deleted, 7 skipped, 1 frontmatter unparsed), 9 chunks\n"
        "Skipped: a.md, b.md and 5 more"
    )


def test_a_name_cannot_forge_a_line_or_move_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    odd, report = "a\n  deleted: b\x1b[2J.md", LineReport()
    report.indexed(odd, 1)
    report.renamed(odd, odd)
    report.deleted(odd)
    report.warning(f"warning: {odd}: some reason")
    shown = r"a\n  deleted: b\x1b[2J.md"
    assert _lines(capsys) == [
        f"  indexed: {shown} (1 chunks)",
        f"  renamed: {shown} -> {shown}",
        f"  deleted: {shown}",
        f"warning: {shown}: some reason",
    ]
