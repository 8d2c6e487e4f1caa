"""What people read about the command line, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from grooveseek.cli.command import Option
from grooveseek.cli.program import root


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Each subcommand that does something, with the words that call it; groups give way to their members."""
    yield from _members("groove", root())


def _members(path: str, group: click.Group) -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _members(f"{path} {name}", command)
        else:
            yield f"{path} {name}", command


def commands_text() -> str:
    """Every subcommand in Markdown: how it is called, what it does, and a table of its flags."""
    return "\n".join(line for path, command in every_command() for line in _command_lines(path, command))


def _command_lines(path: str, command: click.Command) -> Iterator[str]:
    arguments = [f" {param.human_readable_name}" for param in command.params if isinstance(param, click.Argument)]
    yield from ("", f"### {path}", "", f"`{path} [FLAGS]{''.join(arguments)}`", "", command.help or "", "")
    yield from ("| Flag | Default | Meaning |", "|---|---|---|")
    ctx = click.Context(command)
    for param in command.params:
        if isinstance(param, Option):
            yield f"| {_flag(param, ctx)} | {_default(param)} | {_cell(param.help or '')} |"


def _flag(option: Option, ctx: click.Context) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(ctx)}"
    return f"`{option.flag}{_cell(value)}`"


def _default(option: Option) -> str:
    if option.required:
        return "required"
    if isinstance(option.show_default, str):
        return _cell(option.show_default)
    if option.is_flag:
        return "off"
    return f"`{option.default}`" if option.show_default else "none"


def _cell(text: str) -> str:
    """Text that ends no cell."""
    return text.replace("|", "\\|")
