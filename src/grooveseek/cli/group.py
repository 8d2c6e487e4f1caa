"""A group of subcommands that knows them by name and help, so that `--help` and usage errors import none of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

from grooveseek.cli.command import CONTEXT_SETTINGS, config_option, refuse_odd_flags, settle_config


class Group(click.Group):
    """`members` gives the help of each subcommand; its first sentence is what the list shows.

    A member is the `command` of the module of its name in `package`.
    """

    def __init__(self, package: str, members: Mapping[str, str], params: tuple[click.Parameter, ...] = ()) -> None:
        super().__init__(params=[config_option(), *params], context_settings=CONTEXT_SETTINGS, no_args_is_help=True)
        self._package = package
        self.members = members

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.members)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "help":
            return _help_command(self)
        if cmd_name not in self.members:
            return None
        command = import_module(f"{self._package}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        command.name, command.help = cmd_name, self.members[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(text)) for name, text in self.members.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        refuse_odd_flags(ctx, self.get_params(ctx), args)
        rest = super().parse_args(ctx, args)
        settle_config(ctx)
        return rest


def first_sentence(text: str) -> str:
    return text.partition(". ")[0].partition("\n")[0].rstrip(".") + "."


def _help_command(group: Group) -> click.Command:
    """`help [COMMAND]...`: the same text as `COMMAND --help`."""

    def show(words: tuple[str, ...]) -> None:
        ctx = click.get_current_context().parent
        assert ctx is not None
        command: click.Command = group
        for word in words:
            found = command.get_command(ctx, word) if isinstance(command, click.Group) else None
            if found is None:
                raise click.UsageError(f"No such command {word!r}.", ctx)
            ctx = click.Context(found, info_name=word, parent=ctx)
            command = found
        click.echo(command.get_help(ctx))

    return click.Command(
        "help", callback=show, params=[click.Argument(["words"], nargs=-1, metavar="[COMMAND]...")], hidden=True
    )
