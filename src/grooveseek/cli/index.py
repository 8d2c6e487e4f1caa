"""`groove index`: bring the index of a folder up to date."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Never

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import kb_options, model_option

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.workspace.workspace import Workspace


class _Terminated(KeyboardInterrupt):
    """Told to end by SIGTERM: what is under way is undone as after an interrupt."""


def _index(*, force: bool, quiet: bool, progress: bool, **flags: Any) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.program import INTERRUPTED, TERMINATED
    from grooveseek.cli.report import done_line, report_for
    from grooveseek.cli.workspace import warn_of_sizes, workspace_of
    from grooveseek.indexing.run import run

    space = workspace_of(flags)
    warn_of_sizes(space)
    options = space.index_options(force=force)
    index = space.writable_index(force=force, note=say)
    report = report_for(quiet=quiet, progress=progress)
    models = space.models(eager=False, note=report.note)
    say(f"Indexing {space.kb.root}...")
    try:
        with _terminable():
            summary = run(space.kb, index, models, options, report)
    except KeyboardInterrupt as interrupt:
        report.close()
        told = isinstance(interrupt, _Terminated)
        say(f"groove: {'told to end' if told else 'interrupted'}; {_kept(index)}. {_way_on(space, force=force)}")
        return TERMINATED if told else INTERRUPTED
    finally:
        report.close()
        models.close()
        index.close()
    say(done_line(summary))
    if summary.failure:
        say(f"Error: {summary.failure}")
        return 1
    return 0


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM raises `_Terminated` in the block, which runs in the main thread."""
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(*_: object) -> Never:
    raise _Terminated


def _kept(index: Index) -> str:
    """What searches find after a run that was cut short."""
    from grooveseek.cli.output import counted

    with index.snapshot() as snapshot:
        stats = snapshot.stats()
    waiting = f", {stats.pending} of them without a vector so far" if stats.pending else ""
    return f"the index holds {counted(stats.documents, 'document')} in {counted(stats.chunks, 'chunk')}{waiting}"


def _way_on(space: Workspace, *, force: bool) -> str:
    # A rebuild that was cut short leaves nothing to go on from.
    return f"{'Rebuild it' if force else 'Go on'} with: {space.index_command(force=force)}"


command = Command(
    _index,
    [
        *kb_options(),
        model_option(),
        Option("--force", is_flag=True, help="Rebuild everything beside the old index, then switch."),
        Option("--quiet", is_flag=True, excludes=["--progress"], help="No line for each file."),
        Option("--progress", is_flag=True, help="A progress bar, or a few lines in a pipe."),
    ],
)
