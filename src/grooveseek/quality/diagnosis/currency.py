"""What the index has not caught up with: unfinished runs, vectors to come, declared fields, rules of chunking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grooveseek.index.records import Facts
from grooveseek.quality.diagnosis.finding import Finding, IndexCommand, warning
from grooveseek.text.counted import counted


def unfinished(facts: Facts, pending: int, chunks: int, command: IndexCommand) -> Iterator[Finding]:
    """`pending` of `chunks` wait for a vector."""
    if facts.run_state == "text":
        yield warning(
            "run-not-finished",
            "An index run is going on, or was interrupted while it read files; some may be missing.",
            1,
            f"{command(False)}: it goes on where that run stopped",
        )
    if pending:
        yield warning(
            "pending-embedding",
            f"{pending} of {counted(chunks, 'chunk')} without a vector so far, found by words alone.",
            pending,
            f"{command(False)}: it makes the vectors",
        )


def outdated(paths: Sequence[str], command: IndexCommand) -> Iterator[Finding]:
    """At most one. `paths`: documents whose files gave nothing when they were read last."""
    if paths:
        yield warning(
            "document-outdated",
            counted(len(paths), "document is", "documents are")
            + " found by what stood there before: what is there now could not be read.",
            len(paths),
            f"correct or remove what is listed; {command(False)} says what is wrong with each file, and follows",
            samples=paths,
        )


def declared_fields(
    facts: Facts, declared: Sequence[str], rows: Mapping[str, int], command: IndexCommand
) -> Iterator[Finding]:
    """At most one. `declared`: what the schema on disk declares; `rows`: stored values by key."""
    stored = sum(rows.values())
    remedy = f"{command(False)}: nothing is embedded for it"
    if facts.declared_fields is None:
        why = "no index run has completed since the index was created"
        if facts.run_state is not None:
            why = "a run that refreshes it is going on, or was interrupted"
        yield warning(
            "declared-fields-pending",
            f"No set of declared frontmatter fields is recorded ({why}); field filters are refused meanwhile.",
            stored,
            remedy,
        )
    elif set(facts.declared_fields) != set(declared):
        yield warning(
            "declared-fields-stale",
            f"Field filters answer from the recorded set ({_listed(facts.declared_fields)}) until the next run; "
            f"groove-schema.toml now declares {_listed(declared)}.",
            stored,
            remedy,
        )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
