"""What the watcher says is printable ASCII on one line."""

from __future__ import annotations

import pytest

from grooveseek.indexing.watcher.lines import Voice, WatcherReport, ascii_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain ~ text", "plain ~ text"),
        ("日記", r"\u{65e5}\u{8a18}"),
        ("a\nb\x1b[31m", r"a\u{a}b\u{1b}[31m"),
        ("🚀", r"\u{1f680}"),
        ("\udcff", r"\u{dcff}"),
    ],
)
def test_other_characters_are_escaped(text: str, line: str) -> None:
    assert ascii_line(text) == line


def test_the_lines_of_an_update() -> None:
    lines: list[str] = []
    report = WatcherReport(Voice(lines.append))
    report.indexed("a.md", 3)
    report.indexed("short.md", 1)
    report.renamed("a.md", "b.md")
    report.deleted("b.md")
    report.skipped("c.md", "parse failed: x")
    report.refused("d.md", 413, kept=True)
    report.warning("warning: e.md: something about it")
    assert lines == [
        "watcher: reindexed a.md (3 chunks)",
        "watcher: reindexed short.md (1 chunks)",
        "watcher: renamed a.md -> b.md",
        "watcher: deindexed b.md",
        "watcher: skipped c.md (parse failed: x)",
        "watcher: skipped d.md (embedding endpoint rejected the input)",
        "watcher: warning: e.md: something about it",
    ]


def test_what_goes_on_being_so_is_said_once() -> None:
    lines: list[str] = []
    report = WatcherReport(Voice(lines.append))
    for _ in range(3):
        report.warning("warning: a folder cannot be listed")
        report.note("Applying .grooveignore")
        report.found(3, ("md",))
        report.progress("text", 1, 3)
    assert lines == ["watcher: warning: a folder cannot be listed", "watcher: Applying .grooveignore"]
