"""The examples as a reader would use them: the files themselves, with the placeholders filled in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from support.paths import REPOSITORY

EXAMPLES = REPOSITORY / "examples"


def filled(name: str, values: Mapping[str, str | Path]) -> str:
    """The text of an example with each placeholder replaced; one that is not in it is a mistake."""
    text = (EXAMPLES / name).read_text("utf-8")
    for placeholder, value in values.items():
        assert placeholder in text, placeholder
        text = text.replace(placeholder, str(value))
    return text


def needs(*programs: str, package: str) -> pytest.MarkDecorator:
    """Skip where a program is missing that `package` of Debian brings."""
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(
        bool(missing), reason=f"needs {', '.join(missing)}: Debian's package {package}, which .ci/run installs"
    )


async def paths_found(client: Client, query: str) -> list[str]:
    """What a client that was just connected finds."""
    listed = await client.list_tools()
    assert "search" in {tool.name for tool in listed.tools}
    result = await client.call_tool("search", {"query": query})
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    answer: dict[str, Any] = json.loads(block.text)
    return [hit["path"] for hit in answer["results"]]
