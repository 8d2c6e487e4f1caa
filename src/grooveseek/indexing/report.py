"""What an index run tells while it runs and when it is done. The run calls; a door decides what to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Phase = Literal["text", "vectors"]


@dataclass(frozen=True, slots=True)
class Summary:
    """The counters of a run, as `specified` for `rebuild_index` and the `Done in` line."""

    total_documents: int
    total_chunks: int
    updated: int
    renamed: int
    deleted: int
    skipped: int
    frontmatter_unparsed: int
    duration_ms: int
    names_refused: int = 0
    skipped_paths: tuple[str, ...] = ()
    """The first few, for a reader; `skipped` counts all."""
    failure: str | None = None
    """Why a run that wrote its index must still end as a failure (strict frontmatter, refused input)."""


class Report(Protocol):
    """Receives a run's news, in order, from the thread that runs it."""

    def found(self, count: int, extensions: tuple[str, ...]) -> None: ...

    def indexed(self, path: str, chunks: int) -> None: ...

    def renamed(self, old: str, new: str) -> None: ...

    def deleted(self, path: str) -> None: ...

    def note(self, line: str) -> None:
        """An information line (`Applying .grooveignore …`)."""
        ...

    def warning(self, line: str) -> None:
        """A `warning: …` or `Skipping …` line, shown in every mode."""
        ...

    def skipped(self, path: str, reason: str) -> None:
        """A collected file that is not indexed; what the index had for it stays."""
        ...

    def refused(self, path: str, status: int, *, kept: bool) -> None:
        """An embedding endpoint would not take the file; `kept`: whether the index has an older state of it."""
        ...

    def progress(self, phase: Phase, done: int, total: int) -> None:
        """Files read (`text`) or chunks embedded (`vectors`)."""
        ...

    def close(self) -> None:
        """The run is over, however it ended; may be called more than once."""
        ...


class SilentReport:
    """Drops everything; for runs nobody watches. What is lost of a file is worded here, for `warning` to show."""

    def found(self, count: int, extensions: tuple[str, ...]) -> None:
        pass

    def indexed(self, path: str, chunks: int) -> None:
        pass

    def renamed(self, old: str, new: str) -> None:
        pass

    def deleted(self, path: str) -> None:
        pass

    def note(self, line: str) -> None:
        pass

    def warning(self, line: str) -> None:
        pass

    def skipped(self, path: str, reason: str) -> None:
        self.warning(f"Skipping {path}: {reason}")

    def refused(self, path: str, status: int, *, kept: bool) -> None:
        remains = (
            "skipped, the index keeps what it had for this file" if kept else "skipped, this file is not in the index"
        )
        self.warning(f"warning: {path}: embedding endpoint rejected the input (HTTP {status}); {remains}")

    def progress(self, phase: Phase, done: int, total: int) -> None:
        pass

    def close(self) -> None:
        pass
