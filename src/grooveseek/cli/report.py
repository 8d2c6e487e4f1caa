"""How `groove index` tells its news on stderr: lines, silence, a bar, or progress lines in a pipe."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Never

from grooveseek.cli.output import say
from grooveseek.config.shown import printable
from grooveseek.indexing.report import Phase, Report, SilentReport, Summary
from grooveseek.text.counted import counted

if TYPE_CHECKING:
    from tqdm import tqdm

_BAR = "{desc} {percentage:3.0f}%|{bar:24}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}]{postfix}"


def report_for(*, quiet: bool, progress: bool) -> Report:
    """The report of the mode asked for; bars are for terminals."""
    if quiet:
        return QuietReport()
    if sys.stderr.isatty():
        return BarReport() if progress else LinesAndBarReport()
    return ProgressReport() if progress else LineReport()


class QuietReport(SilentReport):
    """What every mode says: what was found, notes and warnings; a file's name neither starts a line nor colours one."""

    def found(self, count: int, extensions: tuple[str, ...]) -> None:
        self.say(f"Found {count} source files (extensions: {json.dumps(extensions)})")

    def note(self, line: str) -> None:
        self.say(line)

    def warning(self, line: str) -> None:
        self.say(printable(line))

    def say(self, line: str) -> None:
        say(line)


class LineReport(QuietReport):
    """One line a document."""

    def indexed(self, path: str, chunks: int) -> None:
        self.say(f"  indexed: {printable(path)} ({chunks} chunks)")

    def renamed(self, old: str, new: str) -> None:
        self.say(f"  renamed: {printable(old)} -> {printable(new)}")

    def deleted(self, path: str) -> None:
        self.say(f"  deleted: {printable(path)}")


class ProgressReport(QuietReport):
    """Twenty or so lines in all, for a log: files as they are read, then chunks as they are embedded."""

    def progress(self, phase: Phase, done: int, total: int) -> None:
        if phase == "text":
            step = max(1, total // 20)
            if done % step == 0 or done == total:
                self.say(f"Progress: {done}/{total} ({100 * done // total}%)")
        elif self._crosses_tenth(done, total):
            self.say(f"Vectors: {done}/{total} ({100 * done // total}%)")

    def __init__(self) -> None:
        self._tenth = 0

    def _crosses_tenth(self, done: int, total: int) -> bool:
        tenth = 10 * done // total if total else 10
        crossed, self._tenth = tenth > self._tenth, max(tenth, self._tenth)
        return crossed


class BarReport(LineReport):
    """A bar on a terminal, cleared at the end; what must be read is printed above it."""

    def __init__(self) -> None:
        self._bar: tqdm[Never] | None = None
        self._phase: Phase | None = None

    def indexed(self, path: str, chunks: int) -> None:
        if self._bar is not None:
            self._bar.set_postfix_str(printable(path[-40:]), refresh=False)

    def progress(self, phase: Phase, done: int, total: int) -> None:
        if self._bar is None or self._phase != phase:
            self.close()
            self._open(phase, total)
        assert self._bar is not None
        self._bar.update(done - self._bar.n)
        if done >= total:
            self.close()

    def say(self, line: str) -> None:
        if self._bar is None:
            say(line)
        else:
            self._bar.write(line, file=sys.stderr)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _open(self, phase: Phase, total: int) -> None:
        from tqdm import tqdm

        label = "Reading" if phase == "text" else "Embedding"
        self._phase = phase
        self._bar = tqdm(
            total=total, desc=label, file=sys.stderr, ascii=" #", leave=False, bar_format=_BAR, dynamic_ncols=True
        )


class LinesAndBarReport(BarReport):
    """A line a document, then a bar for the vectors, which may take minutes and have no lines."""

    def indexed(self, path: str, chunks: int) -> None:
        LineReport.indexed(self, path, chunks)

    def progress(self, phase: Phase, done: int, total: int) -> None:
        if phase == "vectors":
            super().progress(phase, done, total)


def done_line(summary: Summary) -> str:
    line = (
        f"Done in {summary.duration_ms}ms: {summary.total_documents} docs ({summary.updated} updated, "
        f"{summary.renamed} renamed, {summary.deleted} deleted, {summary.skipped} skipped, "
        f"{summary.frontmatter_unparsed} frontmatter unparsed), {summary.total_chunks} chunks"
    )
    if summary.names_refused:
        line += f", {counted(summary.names_refused, 'name')} the index cannot hold"
    if summary.skipped_paths:
        more = summary.skipped - len(summary.skipped_paths)
        line += (
            "\nSkipped: " + ", ".join(map(printable, summary.skipped_paths)) + (f" and {more} more" if more > 0 else "")
        )
    return line
