"""The command line and MCP ask the same things: each flag has its parameter, or is one-sided on purpose."""

from __future__ import annotations

import click
import pytest

from grooveseek.cli.reference import every_command
from grooveseek.server.schemas import TOOLS

COMMAND_LINE_ALONE = {
    "--kb-path",
    "--index",
    "--config",
    "--model",
    "--reranker",
    "--format",
    "--quiet",
    "--progress",
    "--no-color",
}
MCP_ALONE = {"query", "rerank"}

PLURALS = {
    "--path-glob": "path_globs",
    "--tag-any": "tags_any",
    "--tag-all": "tags_all",
    "--field": "fields",
    "--field-not": "fields_not",
}


@pytest.mark.parametrize(
    ("command", "tool"),
    [
        ("groove search", "search"),
        ("groove ask", "search"),
        ("groove graph", "get_connection_graph"),
        ("groove index", "rebuild_index"),
    ],
)
def test_flags_and_parameters_are_paired(command: str, tool: str) -> None:
    flags = {
        name
        for param in dict(every_command())[command].params
        if isinstance(param, click.Option)
        for name in param.opts
        if name not in COMMAND_LINE_ALONE
    }
    parameters = {
        parameter.name for definition in TOOLS if definition.name == tool for parameter in definition.parameters
    }
    paired = {PLURALS.get(flag, flag.removeprefix("--").replace("-", "_")) for flag in flags}
    assert paired == parameters - MCP_ALONE
