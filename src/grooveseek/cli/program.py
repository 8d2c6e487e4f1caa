"""The command as a process: its streams, and one message and an exit code for whatever goes wrong."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Never

import click

from grooveseek import __version__
from grooveseek.cli.commands import SUBCOMMANDS
from grooveseek.cli.group import Group
from grooveseek.errors import GrooveError, ModelError, UsageError

INTERRUPTED = 130
"""128 and the number of SIGINT, as shells count."""
TERMINATED = 143
"""The same with SIGTERM."""

_STDERR = 2


def root() -> Group:
    """The `groove` command."""
    version = click.Option(
        ["-V", "--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_version,
        help="Show the version and exit.",
    )
    group = Group("grooveseek.cli", SUBCOMMANDS, (version,))
    group.name = "groove"
    group.help = "Search your own notes by meaning and by words, and serve that search to AI agents."
    return group


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"groove {__version__}")
        ctx.exit()


def main() -> None:
    """Run the command line of this process and exit.

    0: done. 1: runtime error. 2: usage error. 130: interrupted. 143: told to end.
    """
    if sys.stderr is None:
        _open_stderr()
    for stream in (sys.stdout, sys.stderr):
        # Answers are UTF-8 whatever the console's code page; None where the descriptor was closed.
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if "_GROOVE_COMPLETE" in os.environ:
        from grooveseek.cli.completion import fill_gaps

        fill_gaps()
    code = run(sys.argv[1:])
    if code in {INTERRUPTED, TERMINATED} or any(thread.daemon for thread in threading.enumerate()):
        # Threads of libraries would otherwise be waited for, and a second interrupt would show their tracebacks. And a
        # model that is still loading, for an answer that did without it, aborts an interpreter that takes itself apart.
        _end_at_once(code)
    sys.exit(code)


def _end_at_once(code: int) -> Never:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)


def _open_stderr() -> None:
    """A descriptor that was closed would go to the next file opened, and what libraries complain of into that file."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != _STDERR:
        os.dup2(nowhere, _STDERR)
        os.close(nowhere)
    sys.stderr = os.fdopen(_STDERR, "w")


def run(args: Sequence[str]) -> int:
    """The exit code of one call; nothing but a broken interpreter raises out of here."""
    streams = sys.stdout, sys.stderr
    try:
        result: Any = root().main(list(args), prog_name="groove", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except BaseException as error:  # noqa: BLE001 - told to the user, and the interpreter must end
        if isinstance(error, SystemExit) and sys.stdout is not streams[0]:
            # How click ends when the reader of a result went away: with other streams in place, and a code of 1.
            sys.stdout, sys.stderr = streams
            _drop_output()
            return 0
        try:
            return explain(error)
        except BrokenPipeError:
            _drop_output()
            return error.exit_code if isinstance(error, click.ClickException) else 1
    return result if isinstance(result, int) else 0


def explain(error: BaseException) -> int:
    """Tell the user what went wrong; the exit code for it."""
    match error:
        case SystemExit():
            return error.code if isinstance(error.code, int) else 1
        case click.Abort() | KeyboardInterrupt():
            _tell("groove: interrupted")
            return INTERRUPTED
        case click.ClickException():
            error.show(sys.stderr)
            return error.exit_code
        case GrooveError():
            _tell(f"Error: {error}{_reply(error)}")
            return 2 if isinstance(error, UsageError) else 1
        case OSError():
            _tell(f"Error: {error.strerror or error}" + (f": {error.filename}" if error.filename else ""))
            return 1
        case MemoryError():
            _tell("Error: out of memory; lower the size limits under [index] in groove.toml, or free some memory")
            return 1
    import logging

    logging.getLogger("grooveseek").debug("internal error", exc_info=error)
    kind = type(error).__name__
    _tell(f"Error: internal error: {kind}: {error} (GROOVE_LOG=grooveseek=debug shows where)")
    return 1


def _reply(error: GrooveError) -> str:
    """What an embedding endpoint said of the failure, which is for the operator's terminal alone."""
    if not isinstance(error, ModelError) or error.__cause__ is None:
        return ""
    from grooveseek.models.http.errors import EndpointReplyError

    return f"; {error.__cause__}" if isinstance(error.__cause__, EndpointReplyError) else ""


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _drop_output() -> None:
    """The reader went away (`| head`): nothing is wrong, and the interpreter must not complain while it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
