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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise no_such_command(self, args[0], ctx)
        return super().resolve_command(ctx, args)

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


def no_such_command(group: Group, name: str, ctx: click.Context) -> click.UsageError:
    """The refusal of `name`, with the nearest one that there is, else with all of them."""
    from difflib import get_close_matches

    near = get_close_matches(name, group.members, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(group.members)}."
    return click.UsageError(f"No such command {name!r}. {hint}", ctx)


def _help_command(group: Group) -> click.Command:
    """`help [COMMAND]...`: the same text as `COMMAND --help`."""

    def show(words: tuple[str, ...]) -> None:
        ctx = click.get_current_context().parent
        assert ctx is not None
        command: click.Command = group
        for word in words:
            if not isinstance(command, Group):
                raise click.UsageError(f"'{ctx.command_path}' has no subcommands", ctx)
            found = command.get_command(ctx, word)
            if found is None:
                raise no_such_command(command, word, ctx)
            ctx = click.Context(found, info_name=word, parent=ctx)
            command = found
        click.echo(command.get_help(ctx))

    return click.Command(
        "help", callback=show, params=[click.Argument(["words"], nargs=-1, metavar="[COMMAND]...")], hidden=True
    )
