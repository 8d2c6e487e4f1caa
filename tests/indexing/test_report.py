"""What is lost of a file is worded once, for every door."""

from __future__ import annotations

from support.indexing import Recorder

_REJECTED = "embedding endpoint rejected the input"


def test_a_skipped_file_is_a_warning_with_its_reason() -> None:
    report = Recorder()
    report.skipped("a/b.md", "failed to read: Permission denied")
    assert report.warnings == ["Skipping a/b.md: failed to read: Permission denied"]


def test_a_refused_file_is_a_warning_that_says_what_remains() -> None:
    report = Recorder()
    report.refused("a.md", 422, kept=True)
    report.refused("b.md", 400, kept=False)
    assert report.warnings == [
        f"warning: a.md: {_REJECTED} (HTTP 422); skipped, the index keeps what it had for this file",
        f"warning: b.md: {_REJECTED} (HTTP 400); skipped, this file is not in the index",
    ]
