"""What is written about the command line is what it takes."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import grooveseek.cli
import grooveseek.service
from grooveseek.cli.commands import SUBCOMMANDS
from grooveseek.cli.reference import commands_text, every_command
from grooveseek.config.reference import refreshed
from support.paths import REPOSITORY

PAGE = REPOSITORY / "docs" / "cli.md"

COMMANDS = dict(every_command())


def _documented() -> dict[str, list[str]]:
    """The flags of each command's table, by the words that call it."""
    flags: dict[str, list[str]] = {}
    command = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"### (groove .+)", line):
            command = heading[1]
            flags[command] = []
        elif row := re.match(r"\| `(--[a-z-]+)", line):
            flags[command].append(row[1])
    return flags


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert refreshed(page, {"commands": commands_text}) == page, "run scripts/generate-docs"


def test_every_subcommand_is_documented_and_every_documented_one_exists() -> None:
    assert list(_documented()) == list(COMMANDS)
    assert {path.split()[1] for path in COMMANDS} == set(SUBCOMMANDS)


@pytest.mark.parametrize("path", COMMANDS)
def test_every_flag_is_documented_and_every_documented_flag_exists(path: str) -> None:
    params = COMMANDS[path].params
    accepted = [name for param in params if isinstance(param, click.Option) for name in param.opts]
    assert _documented()[path] == accepted


@pytest.mark.parametrize("path", COMMANDS)
def test_every_flag_is_long_and_says_what_it_is_for(path: str) -> None:
    for param in COMMANDS[path].params:
        if isinstance(param, click.Option):
            assert all(name.startswith("--") for name in param.opts)
            assert param.help, param.name
            assert param.help.endswith("."), param.help


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_takes_config(path: str) -> None:
    assert "--config" in [name for param in COMMANDS[path].params for name in param.opts]


def test_every_command_with_a_format_says_whether_its_json_is_stable() -> None:
    table = PAGE.read_text("utf-8").partition("| JSON |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([a-z ]+)`", table))
    assert listed >= {
        path.removeprefix("groove ")
        for path, command in COMMANDS.items()
        if any(param.name == "output_format" for param in command.params)
    }


@pytest.mark.parametrize("room", [grooveseek.cli, grooveseek.service])
def test_what_the_command_words_itself_is_ascii(room: object) -> None:
    # Consoles with an old code page show nothing else.
    folder = Path(str(getattr(room, "__file__", ""))).parent
    for module in folder.rglob("*.py"):
        assert module.read_text("utf-8").isascii(), module
