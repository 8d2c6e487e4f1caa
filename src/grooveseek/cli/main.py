"""The command: imports the subcommand asked for and no other; one message and an exit code for what goes wrong."""

from __future__ import annotations

import logging
import os
import sys
from importlib import import_module
from typing import Any

import click

from grooveseek import __version__
from grooveseek.cli.command import CONTEXT_SETTINGS, config_option, refuse_odd_flags
from grooveseek.errors import GrooveError, UsageError

SUBCOMMANDS = {
    "index": "Index a folder, or bring its index up to date.",
    "search": "Search, for programs (JSON) or people (text).",
    "ask": "Search and read the answer in the terminal.",
    "status": "Show what the index holds.",
    "serve": "Serve the index to AI agents over MCP.",
}


class Groove(click.Group):
    """Knows its subcommands by name and help line, so that `--help` and every usage error import none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "help":
            return click.Command("help", callback=lambda: click.echo(ctx.get_help()), hidden=True)
        if cmd_name not in SUBCOMMANDS:
            return None
        command = import_module(f"grooveseek.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUBCOMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = args[: next((i for i, word in enumerate(args) if word in SUBCOMMANDS), len(args))]
        refuse_odd_flags(ctx, [param for param in self.params if isinstance(param, click.Option)], own)
        return super().parse_args(ctx, args)


def _run(config: str | None) -> None:
    click.get_current_context().obj = config


def _group() -> Groove:
    return Groove(
        "groove",
        help="Search your own notes by meaning and by words, and serve that search to AI agents.",
        callback=_run,
        params=[
            config_option(),
            click.Option(
                ["-V", "--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_print_version,
                help="Show the version and exit.",
            ),
        ],
        context_settings=CONTEXT_SETTINGS,
        no_args_is_help=False,
    )


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"groove {__version__}")
        ctx.exit()


def main(args: list[str] | None = None) -> None:
    """Run the command and exit. 0: done. 1: runtime error. 2: usage error. 130: interrupted."""
    # Answers are UTF-8 whatever the console's code page.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(_exit_code(args))


def _exit_code(args: list[str] | None) -> int:
    try:
        result: Any = _group().main(args, prog_name="groove", standalone_mode=False)
    except click.UsageError as error:
        error.show(sys.stderr)
        return 2
    except click.ClickException as error:
        error.show(sys.stderr)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("groove: interrupted", err=True)
        return 130
    except GrooveError as error:
        click.echo(f"Error: {error}", err=True)
        return 2 if isinstance(error, UsageError) else 1
    except BrokenPipeError:
        # The reader went away (`| head`): nothing is wrong, and the interpreter must not complain while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        logging.getLogger("grooveseek").debug("internal error", exc_info=True)
        click.echo(
            f"Error: internal error: {type(error).__name__}: {error} (GROOVE_LOG=grooveseek=debug shows where)",
            err=True,
        )
        return 1
    return result if isinstance(result, int) else 0
