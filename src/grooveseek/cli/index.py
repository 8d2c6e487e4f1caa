"""`groove index`: bring the index of a folder up to date."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import kb_options, model_option

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.workspace.workspace import Workspace


def _index(*, force: bool, quiet: bool, progress: bool, **flags: Any) -> int:
    from grooveseek.cli.output import say
    from grooveseek.cli.program import INTERRUPTED, TERMINATED
    from grooveseek.cli.report import done_line, report_for
    from grooveseek.cli.workspace import warn_of_sizes, workspace_of
    from grooveseek.indexing.run import run
    from grooveseek.indexing.state import CancelledError

    space = workspace_of(flags)
    warn_of_sizes(space)
    options = space.index_options(force=force)
    index = space.writable_index(force=force, note=say)
    report = report_for(quiet=quiet, progress=progress)
    models = space.models(eager=False, note=report.note)
    say(f"Indexing {space.kb.root}...")
    asked = _Asked()
    try:
        with asked.heard():
            summary = run(space.kb, index, models, options, report, stop=asked.to_stop)
    except (CancelledError, KeyboardInterrupt):
        report.close()
        told = asked.by is signal.SIGTERM
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


class _Asked:
    """Whether the run was asked to stop, by Ctrl-C or SIGTERM.

    It then ends between two documents or batches; an exception out of nowhere could leave a transaction half begun.
    """

    def __init__(self) -> None:
        self.to_stop = threading.Event()
        self.by: signal.Signals | None = None

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Signals count in the block, which runs in the main thread; a second one ends it there and then."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        # A shell has its reasons where it starts a program deaf.
        heard = {number: handler for number, handler in before.items() if handler is not signal.SIG_IGN}
        for number in heard:
            signal.signal(number, self._hear)
        try:
            yield
        finally:
            for number, handler in heard.items():
                signal.signal(number, handler)

    def _hear(self, number: int, _frame: object) -> None:
        if self.by:
            raise KeyboardInterrupt
        self.by = signal.Signals(number)
        self.to_stop.set()


def _kept(index: Index) -> str:
    """What searches find after a run that was cut short."""
    from grooveseek.text.counted import counted

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
